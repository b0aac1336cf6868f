"""What a journal needs when a match starts: where there is room for it, and the records that describe it."""

from shared_rules import games, options, record, record_text
from tableside.journal import CHUNK


def first_match_from(journal, goal):
    """The number of the first record of the first match at or behind `goal`, or as near as is acknowledged."""
    found = journal.oldest
    group = None
    started = 0
    at = journal.oldest
    while at < journal.next and found < goal:
        count = min(CHUNK, journal.next - at)
        data = journal.read(at, count)
        for i in range(count):
            what = data[i * record.SIZE] if journal.sealer.holds(data, i * record.SIZE, at + i) else record.BOOT
            if what == record.GAME:
                first = at + i if group is None else group
                started += 1
                if first > journal.acked:
                    return found
                if started > 1 and found < goal:
                    found = first
            if not record.SETTING <= what < record.BOOT and what != record.CHOICE:
                group = None
            elif group is None:
                group = at + i
        at += count
    return journal.next if found < goal and journal.next <= journal.acked else found


def described(game_id, in_force, key, names):
    """The records that say a game's options and a match's names, as (byte 0, bytes 1 to 3)."""
    group = []
    for name, value in games.in_order(game_id, in_force):
        group.append((record.SETTING | options.code_of(name), options.to_bytes(name, value)))
    texts = [(record.KEY, key)] + [(record.NAME + side, names[side]) for side in range(len(names))]
    for field, text in texts:
        for piece in record_text.pieces(text, record.TEXT_BYTES):
            group.append((record.TEXT | field, piece))
    return group
