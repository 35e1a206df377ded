#!/bin/sh
# read-only-root.sh FOLDER COMMAND...: runs a command as in a container whose root cannot be written to: every file
# system is read-only but FOLDER, and there is no right of root left. Needs a mount namespace of its own (unshare).
set -e
folder=$1
shift
mount --make-rprivate /
mount --bind "$folder" "$folder"
findmnt --raw --noheadings --output TARGET | while read -r target; do
  case $target in
    "$folder" | /proc* | /sys* | /dev) ;;
    *) mount -o remount,bind,ro "$target" ;;
  esac
done
if touch "$folder/../written" 2>/dev/null; then
  echo 'the root can be written to' >&2
  exit 1
fi
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
