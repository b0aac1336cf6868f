"""`python -m hardware`, or `make hardware`: writes all that is made from board.toml."""

from hardware.making.files import files
from hardware.source.read import read_board


def main() -> None:
    for path, text in files(read_board()).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main()
