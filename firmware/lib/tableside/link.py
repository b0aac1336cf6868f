"""The board's half of the link: it answers, one bounded piece of work a loop turn, and never waits for the laptop."""

from shared_rules import frame, messages, record

_READ = 64  # bytes taken from the port a turn
_TIME_AGAIN_MS = 3_600_000  # between two times of the laptop's clock in the journal


class Link:
    """`port` is usb_cdc.data (timeout and write_timeout 0) or None. `about()` gives the dict of messages.welcome
    without the table's name and the journal's numbers. `screen` is told what there is to see.
    """

    def __init__(self, port, table, about, screen):
        self._port = port
        self._table = table
        self._about = about
        self._screen = screen
        self._decoder = frame.Decoder()
        self._buffer = bytearray(_READ)
        self._view = memoryview(self._buffer)
        self._out = b""
        self._sent = 0
        self._requests = []
        self._pull = None  # request id, epoch, next number, records still to send
        self._greeted = False  # a HELLO came: the next PULL begins a collection, others only follow the play

    def step(self, now_ms):
        """Once a loop turn: send what is waiting, else listen and make the next answer."""
        port = self._port
        if port is None:
            return
        if self._sent < len(self._out):
            self._sent += port.write(memoryview(self._out)[self._sent :]) or 0
            return
        if not self._requests and port.in_waiting:
            count = port.readinto(self._buffer)
            if count:
                self._requests.extend(self._decoder.feed(self._view[:count]))
        if self._requests:
            self._pull = None  # the laptop asks for something else now
            self._answer(self._requests.pop(0), now_ms)
        elif self._pull is not None:
            self._next_records(now_ms)

    def busy(self):
        """Whether there is something to send without being asked again."""
        return self._sent < len(self._out) or self._pull is not None or bool(self._requests)

    def _reply(self, kind, request, body):
        self._out = frame.encode(kind, request, body)
        self._sent = 0

    def _no(self, request, reason, sentence):
        self._reply(frame.NO, request, messages.no(reason, sentence))

    def _answer(self, received, now_ms):
        kind, request, body = received
        answer = {
            frame.HELLO: self._hello,
            frame.PULL: self._start_pull,
            frame.ACK: self._ack,
            frame.STATE: self._score,
            frame.TIME: self._time,
            frame.ASSIGN: self._assign,
            frame.SETUP: self._setup,
        }.get(kind)
        if answer is None:
            self._no(request, frame.UNKNOWN, "this firmware does not know such a request")
            return
        journal = self._table.journal
        if journal is None:
            self._no(request, frame.MEMORY, "the journal's memory does not answer")
            return
        try:
            answer(journal, request, body, now_ms)
        except messages.MessageError as fault:
            self._no(request, frame.MALFORMED, str(fault))
        except OSError:
            self._no(request, frame.MEMORY, "the journal's memory does not answer")

    def _hello(self, journal, request, body, now_ms):
        messages.read_hello(body)
        fields = self._about()
        fields["table"] = self._table.name()
        fields["protocol"] = frame.PROTOCOL
        fields["format"] = record.FORMAT
        fields["epoch"] = journal.epoch
        fields["oldest"] = journal.oldest
        fields["next"] = journal.next
        fields["acked"] = journal.acked
        fields["damaged"] = journal.damaged
        fields["time_ms"] = now_ms & 0xFFFFFFFF
        self._greeted = True
        self._reply(frame.WELCOME, request, messages.welcome(fields))

    def _covers(self, journal, request, epoch, number):
        """Whether the journal is of this epoch and reaches up to this number; answers NO where it is not so."""
        if epoch != journal.epoch:
            self._no(request, frame.EPOCH, "the journal is of another epoch")
        elif number > journal.next:
            self._no(request, frame.RANGE, "the journal ends at %d" % journal.next)
        else:
            return True
        return False

    def _start_pull(self, journal, request, body, now_ms):
        epoch, start, count = messages.read_pull(body)
        if self._covers(journal, request, epoch, start):
            start = max(start, journal.oldest)
            self._pull = [request, epoch, start, min(count, journal.next - start)]

    def _next_records(self, now_ms):
        request, epoch, start, left = self._pull
        journal = self._table.journal
        if journal is None or journal.epoch != epoch or start < journal.oldest:
            self._pull = None
            self._no(request, frame.EPOCH, "the journal changed meanwhile")
            return
        if not left:
            self._pull = None
            self._greeted = False
            self._reply(frame.END, request, messages.end(journal.oldest, journal.next))
            return
        count = min(left, messages.RECORDS_A_FRAME)
        try:
            self._reply(frame.REC, request, messages.rec(start, bytes(journal.read(start, count))))
        except OSError:
            self._pull = None
            self._no(request, frame.MEMORY, "the journal's memory does not answer")
            return
        self._pull[2] = start + count
        self._pull[3] = left - count
        if self._greeted:
            self._screen.synced(now_ms)

    def _ack(self, journal, request, body, now_ms):
        epoch, upto = messages.read_ack(body)
        if self._covers(journal, request, epoch, upto):
            journal.ack(upto)
            self._reply(frame.ACKED, request, messages.acked(journal.acked))

    def _score(self, journal, request, body, now_ms):
        table = self._table
        self._reply(frame.SCORE, request, messages.score(journal, table.match, table.waits()))

    def _time(self, journal, request, body, now_ms):
        zero = messages.read_time(body) - (now_ms + 500) // 1000 - record.YEAR_ZERO
        if zero < 0 or zero >> 29:
            self._no(request, frame.REFUSED, "the journal cannot hold such a time")
            return
        told = self._table.timed_at
        if told is None or now_ms - told >= _TIME_AGAIN_MS:
            journal.time(zero)
            self._table.timed_at = now_ms
        self._reply(frame.TIMED, request, messages.timed(journal.next))

    def _setup(self, journal, request, body, now_ms):
        name, light = messages.read_setup(body)
        if name is not None and not self._table.rename(name, now_ms):
            self._no(request, frame.REFUSED, "the journal is full")
            return
        if light is not None and light != self._table.light:
            self._table.dim(light, now_ms)
            self._screen.light()
        self._reply(frame.SET, request, b"")

    def _assign(self, journal, request, body, now_ms):
        key, line, names = messages.read_assign(body)
        refusal = self._table.assign(line, key, names, now_ms)
        if refusal is None:
            self._screen.changed()
            self._reply(frame.ASSIGNED, request, b"")
        else:
            self._no(request, frame.REFUSED, refusal)
