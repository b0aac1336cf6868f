"""Texts in records: names, keys, what went wrong. Apart from record.py, for a power-on rarely reads one."""


def cut(text, limit):
    """At most `limit` bytes of the text's UTF-8, cut between characters."""
    data = text.encode()
    while len(data) > limit:
        text = text[:-1]
        data = text.encode()
    return data


def pieces(text, limit):
    """Bytes 1 to 3 of the TEXT records for a text; of a long one as much as goes into `limit` bytes."""
    data = cut(text, limit)
    data += bytes(-len(data) % 3)
    return [data[at : at + 3] for at in range(0, len(data), 3)]


def text_of(joined):
    """The text whose pieces these joined bytes are, as far as they are UTF-8; zeros end it."""
    end = joined.find(b"\x00")
    data = joined if end < 0 else joined[:end]
    try:
        return str(data, "utf-8")
    except UnicodeError:
        return "".join([chr(c) if c < 128 else "?" for c in data])
