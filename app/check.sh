#!/bin/sh
# Tries dist/tallyboard-*-linux-*.tar.gz in a Debian 12 that has no Python: `make app-check`, as root, with debootstrap.
set -eu
bare=$PWD/build/bare
[ -d "$bare" ] || debootstrap --variant=minbase bookworm "$bare"
mountpoint -q "$bare/proc" || mount -t proc proc "$bare/proc"
mountpoint -q "$bare/dev/pts" || mount --bind /dev/pts "$bare/dev/pts"
trap 'umount "$bare/proc" "$bare/dev/pts"' EXIT
rm -rf "$bare/opt/tallyboard" "$bare/root" && mkdir -p "$bare/opt/tallyboard" "$bare/root"
tar xzf dist/tallyboard-*-linux-*.tar.gz -C "$bare/opt/tallyboard" --strip-components 1
echo "needs: $(find "$bare/opt/tallyboard" -type f -exec objdump -T {} + 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)"
cat >"$bare/root/try" <<'TRY'
set -eu
cd && export HOME=/root LANG=C.UTF-8 PATH=/opt/tallyboard:/usr/bin:/bin
! command -v python3
tallyboard --help >help && grep -q COMMAND help
tallyboard demo >demo && grep -q '2 matches: sound' demo
tallyboard tournament new 'Spring Open'
printf 'name\nAnn\nBob\nÉve\nDan\n' >players.csv
tallyboard tournament import players.csv
tallyboard tournament phase 1 round-robin game crokinole-championship rounds=4
tallyboard tournament draw
tallyboard tournament print scoresheets --out sheets.pdf && grep -q PDF sheets.pdf
mkdir drive && printf 'Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico\n' >drive/boot_out.txt
tallyboard deploy --to drive && test -s drive/lib/adafruit_ht16k33/segments.mpy
tallyboard board --link port --state box </dev/null >displays &
for try in 1 2 3 4 5 6 7 8 9 10; do [ -e port ] || sleep 1; done
tallyboard assign crokinole-official Éve Бо --port port && tallyboard sync port
kill %1
tallyboard play --out play.html && test -s play.html
tallyboard doctor >doctor || test $? = 1
cat doctor
tallyboard export --format csv --out exported
TALLYBOARD_LANGUAGE=fr tallyboard --help | grep -q Commandes
tallyboard results --db postgresql://127.0.0.1:9/none 2>said || grep -q 'No server answers' said
tallyboard serve --listen 20080 --no-radio >served 2>&1 &
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 1; ! grep -q http served || break; done
exec 3<>/dev/tcp/127.0.0.1/20080
printf 'GET / HTTP/1.0\r\nHost: 127.0.0.1:20080\r\n\r\n' >&3
grep -q 'Spring Open' <&3
kill $!
echo 'All of it runs.'
TRY
chroot "$bare" bash /root/try
