#!/bin/sh
{ # The shell reads everything up to the last brace before it runs anything, so half a download does nothing.

# Installs, updates and removes kiva (docs/installing.md). It changes files below one folder only, and no settings of a shell.
usage() {
  cat <<'END'
Usage: install.sh [--prefix DIR] [--version X.Y.Z]
       install.sh --uninstall [--prefix DIR]

Install kiva, or replace it with another version.

  --prefix DIR      Folder to install in; default ~/.local
  --version X.Y.Z   Version to install; default: the latest release
  --uninstall       Remove kiva; keep its settings and data
  --help            Show this help

In a pipe: curl -fsSL ADDRESS | sh -s -- --uninstall
END
}

[ -z "${ZSH_VERSION:-}" ] || emulate sh
set -u
LC_ALL=C
export LC_ALL
releases=${KIVA_RELEASES_URL:-@releases@}
# The keys that sign releases, for ssh-keygen. Without a key, signatures are not checked.
signers='@signers@'
# The files that were installed below the prefix, and the folders that were made for them: these end in /. It is not in
# share/kiva, which may be the folder of kiva's data.
list=share/doc/kiva/installed-files
use_npm='install Node.js 20.18.1 or later and run: npm install --global kiva'
lock='' temp='' made=''

# The reader may be gone: zsh ends if it cannot print the error of printf either.
say() { printf '%s\n' "$1" >&2 2>/dev/null || :; }
fail() {
  say "error: $(printf %s "$1" | tr -d '\r' | tr '\001-\037' ' ')"
  exit "${2:-1}"
}
has() { command -v "$1" >/dev/null 2>&1; }
quote() {
  case $1 in
    *[!A-Za-z0-9/._-]*) printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf %s "$1" ;;
  esac
}

is_version() {
  case $1 in *[!0-9A-Za-z.-]*) return 1 ;; esac
  printf '%s\n' "$1" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?'
}

read_options() {
  prefix=${HOME:+$HOME/.local} version='' uninstall=''
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix | --version)
        case ${2:-} in '' | -*) fail "$1 requires a value: see --help" 2 ;; esac
        if [ "$1" = --prefix ]; then prefix=$2; else version=$2; fi
        shift
        ;;
      --prefix=?*) prefix=${1#*=} ;;
      --version=?*) version=${1#*=} ;;
      --uninstall) uninstall=yes ;;
      --help) usage && exit ;;
      -*) fail "unknown option $1: see --help" 2 ;;
      *) fail "unexpected argument \"$1\": see --help" 2 ;;
    esac
    shift
  done
  [ -n "$prefix" ] || fail 'HOME is not set: use --prefix DIR' 2
  case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
  [ -n "$version" ] || return 0
  is_version "$version" || fail "invalid value \"$version\" for --version: use a version such as 1.2.3" 2
  [ -z "$uninstall" ] || fail '--version cannot be used with --uninstall' 2
}

# Whether version $1 comes before version $2: three numbers, then up to two parts of a label, which a release lacks.
is_older() {
  [ "$1" != "$2" ] && [ "$(
    for each in "$1" "$2"; do
      case $each in *-*) label=${each#*-} ;; *) label='~' ;; esac
      printf '%s.%s.@ %s\n' "${each%%-*}" "$label" "$each"
    done | sort -t . -k 1,1n -k 2,2n -k 3,3n -k 4,4 -k 5,5n | head -n 1 | cut -d ' ' -f 2
  )" = "$1" ]
}

# Sets what depends on the address. Plain http is for tests on this machine, without redirects. Other redirects may lead
# to https only.
check_address() {
  releases=${releases%/} protocol='=https' redirects=5
  case $releases/ in
    *@*) ;;
    https://[!/]*) return ;;
    http://localhost[:/]* | http://127.0.0.1[:/]* | 'http://[::1]'[:/]*)
      protocol='=http' redirects=0
      return
      ;;
  esac
  fail "invalid address \"$releases\": KIVA_RELEASES_URL must start with https://"
}

# BusyBox has a wget that does not check certificates.
check_programs() {
  case $(wget --version 2>&1) in 'GNU Wget'*) wget=yes ;; *) wget='' ;; esac
  has curl || [ -n "$wget" ] || fail 'found neither curl nor GNU wget: install one of them'
  has sha256sum || has shasum || has openssl || fail 'found no sha256sum, shasum or openssl: install one of them'
  for program in tar gzip; do has "$program" || fail "found no $program: install it"; done
}

choose_target() {
  system=$(uname -s) processor=$(uname -m)
  case $system/$processor in
    Linux/x86_64 | Linux/amd64) target=linux-x64 ;;
    Linux/aarch64 | Linux/arm64) target=linux-arm64 ;;
    Darwin/arm64) target=darwin-arm64 ;;
    Darwin/x86_64)
      target=darwin-x64
      # Rosetta reports an Intel processor.
      [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" != 1 ] || target=darwin-arm64
      ;;
    *) fail "there is no executable of kiva for $system on $processor: $use_npm" ;;
  esac
  case $target in linux-*) ;; *) return ;; esac
  case $(ldd --version 2>&1) in *musl*) fail "there is no executable of kiva for musl: $use_npm" ;; esac
  [ "$target" = linux-x64 ] || return
  grep -q sse4_2 /proc/cpuinfo 2>/dev/null
  [ $? -ne 1 ] || fail "the executable of kiva requires a processor with SSE 4.2: $use_npm"
}

# Makes the prefix, and in it a folder that keeps a second run away. It contains only a folder for the files of this run,
# which is named after the process and the machine.
open_prefix() {
  # What root installs is for all users.
  [ "$(id -u)" != 0 ] || umask 022
  trap '' INT TERM HUP PIPE
  trap close_prefix EXIT
  folder=$prefix
  while [ ! -d "$folder/" ]; do
    made="$made$folder/
"
    folder=${folder%/*}
  done
  why=$(mkdir -p "$prefix/" 2>&1) || fail "cannot create $prefix: ${why##*: }; choose another folder with --prefix"
  prefix=$(cd "$prefix/" && pwd)
  place=$prefix/.kiva-install run=$$.$(uname -n)
  if why=$(mkdir "$place" 2>&1); then
    lock=$place
    why=$(mkdir "$lock/$run" 2>&1) || fail "cannot write to $prefix: ${why##*: }"
  elif [ -d "$place" ]; then
    take_over
  else
    fail "cannot write to $prefix: ${why##*: }; choose another folder with --prefix"
  fi
  temp=$lock/$run/$$
  why=$(mkdir "$temp" 2>&1) || fail "cannot write to $prefix: ${why##*: }"
  trap 'exit 130' INT
  trap 'exit 143' TERM
  trap 'exit 129' HUP
  trap 'exit 141' PIPE
}

# Takes over the folder of a run that was killed. If two runs try that, only one can rename the folder.
take_over() {
  other=$(ls "$place" 2>/dev/null)
  # The other run began just now, or was killed before it made its folder.
  [ -n "$other" ] || { sleep 1 && other=$(ls "$place" 2>/dev/null); }
  if [ -z "$other" ]; then
    mkdir "$place/$run" 2>/dev/null
  else
    is_dead && mv "$place/$other" "$place/$run" 2>/dev/null
  fi
  [ "$(ls "$place" 2>/dev/null)" = "$run" ] ||
    fail "another install.sh (${other:-unknown}) is running in $prefix: wait for it, or remove $place if it was killed"
  lock=$place
  rm -rf "${lock:?}/$run"/*
}

# Whether the process that $other names has ended. kill also fails for a process of another user.
is_dead() {
  case ${other%%.*} in '' | *[!0-9]*) return 1 ;; esac
  [ "${other#*.}" = "${run#*.}" ] || return 1
  [ "$other" != "$run" ] || return 0
  case $(kill -0 "${other%%.*}" 2>&1 || echo failed) in '' | *ermitted*) return 1 ;; esac
}

# Removes the temporary folder, and a prefix that stayed or became empty.
close_prefix() {
  [ -z "$lock" ] || rm -rf "$lock"
  printf '%s\n' "$made" | while IFS= read -r folder; do rmdir "$folder"; done 2>/dev/null
}

# Downloads a file below the address of releases into the temporary folder. A terminal gets curl's progress bar for the
# archive. Errors are not written to files, because a full disk has no room for them.
download() {
  why=''
  if ! has curl; then
    download_with_wget "$temp/$2" "$releases/$1" && return
  elif [ "$2" = archive ] && [ -t 2 ]; then
    download_with_curl "$temp/$2" "$releases/$1" '-#' && return
  else
    why=$(download_with_curl "$temp/$2" "$releases/$1" -sS 2>&1) && return
    # curl prints its error again at each attempt.
    why=$(printf '%s\n' "$why" | grep '^curl: ' | tail -n 1)
    case $why in 'curl: (23)'*) why="$why; the disk may be full" ;; esac
  fi
  fail "cannot download $releases/$1${why:+: $why}"
}

download_with_curl() {
  curl "$3" -fL --proto "$protocol" --max-redirs "$redirects" --tlsv1.2 --connect-timeout 30 --speed-time 60 --retry 2 \
    -o "$1" "$2"
}

# wget would follow redirects from https to http, so it follows none.
download_with_wget() {
  address=$2 left=$redirects
  until why=$(wget -nv -S --max-redirect=0 --timeout=60 --tries=3 -O "$1" "$address" 2>&1); do
    next=$(printf '%s\n' "$why" | tr -d '\r' | sed -n 's/^ *[Ll]ocation: *\([^ ]*\).*/\1/p' | tail -n 1)
    why=$(printf '%s\n' "$why" | tail -n 1)
    case $next in
      '') return 1 ;;
      https://* | http://*) ;;
      //*) next=https:$next ;;
      /*) next=$(printf '%s\n' "$address" | sed 's,^\([^/]*//[^/]*\).*,\1,')$next ;;
    esac
    why="it redirects to $next, which is not https"
    case $next in https://*) ;; *) return 1 ;; esac
    why="more than $redirects redirects"
    [ "$left" -gt 0 ] || return 1
    address=$next left=$((left - 1))
  done
}

find_latest() {
  download latest latest
  [ "$(wc -c <"$temp/latest")" -le 64 ] || fail "$releases/latest is longer than a version: use --version X.Y.Z"
  # A shell would drop bytes of value 0.
  version=$(tr '\000' '?' <"$temp/latest")
  is_version "$version" || fail "$releases/latest is not a version: use --version X.Y.Z"
  if [ -n "$installed" ] && is_older "$version" "$installed"; then
    say "$installed is installed; latest is $version"
    exit
  fi
}

# Sets the version that this script installed, from its manual page: a program in the prefix is not run, because the
# prefix may belong to another user than the one who runs this script.
find_installed() {
  installed=''
  [ -f "$prefix/$list" ] || return 0
  installed=$(sed -n 's/^\.TH .* "kiva \([^" ]*\)".*/\1/p' "$prefix/share/man/man1/kiva.1" 2>/dev/null | head -n 1)
  is_version "$installed" || installed=''
}

check_signature() {
  checked=SHA-256
  [ -n "$signers" ] || return 0
  # Only these words show that an ssh-keygen is too old for signatures.
  if ! has ssh-keygen || ssh-keygen -Y verify 2>&1 </dev/null | grep -q 'option -- Y'; then
    checked='SHA-256; the signature was not checked, which needs ssh-keygen of OpenSSH 8.2 or later'
    return
  fi
  download "$version/SHA256SUMS.sig" SHA256SUMS.sig
  printf '%s\n' "$signers" >"$temp/signers"
  why=$(ssh-keygen -Y verify -f "$temp/signers" -I releases -n kiva-release -s "$temp/SHA256SUMS.sig" \
    2>&1 <"$temp/SHA256SUMS") ||
    fail "the signature of SHA256SUMS is invalid: $(printf '%s\n' "$why" | head -n 1); nothing was installed"
  checked='SHA-256 and signature'
}

sha256_of() {
  if has sha256sum; then sha256sum; elif has shasum; then shasum -a 256; else openssl dgst -sha256 -r; fi <"$1" |
    cut -d ' ' -f 1
}

# Downloads and checks an archive, and unpacks it into $new.
fetch_archive() {
  name=kiva-$version-$target
  file=$name.tar.gz
  new=$temp/$name
  download "$version/SHA256SUMS" SHA256SUMS
  if [ ! -s "$temp/SHA256SUMS" ] || [ -n "$(tail -c 1 "$temp/SHA256SUMS")" ] ||
    grep -Evqx '[0-9a-f]{64}  [^/]+' "$temp/SHA256SUMS"; then
    fail "SHA256SUMS of kiva $version is incomplete: try again; nothing was installed"
  fi
  check_signature
  expected=''
  while read -r sum listed; do [ "$listed" != "$file" ] || expected=$sum; done <"$temp/SHA256SUMS"
  [ -n "$expected" ] || fail "SHA256SUMS of kiva $version does not list $file: try again, or choose another --version"
  say "Downloading $releases/$version/$file"
  download "$version/$file" archive
  [ "$(sha256_of "$temp/archive")" = "$expected" ] ||
    fail "the SHA-256 of $file differs from SHA256SUMS: nothing was installed; try again"

  unpack -tf - >"$temp/names"
  unpack -tvf - >"$temp/entries"
  while IFS= read -r entry; do
    case $entry in
      *..*) fail "$file contains an unsafe path: $entry" ;;
      "$name"/*) ;;
      *) fail "$file contains a path outside $name: $entry" ;;
    esac
  done <"$temp/names"
  # Hard links are files with a target to some tar.
  ! grep -Eq '^[^-d]| -> | link to ' "$temp/entries" || fail "$file contains a link or a special file"
  unpack -xof - -C "$temp"
}

# Runs tar on the archive. gzip's exit code is lost in the pipe, but not its message.
unpack() {
  { why=$({ gzip -dc "$temp/archive" | tar "$@" >&3; } 2>&1); } 3>&1 &&
    ! printf '%s\n' "$why" | grep -q '^gzip: ' && return
  # tar first says how much it wrote of a file.
  full=$(printf '%s\n' "$why" | grep 'No space left')
  fail "cannot unpack $file: $(printf '%s\n' "${full:-$why}" | grep . | head -n 1)"
}

# The braces catch the shell's own message about a signal.
check_start() {
  { said=$("$new/bin/kiva" --version 2>&1 </dev/null); } 2>/dev/null
  ended=$?
  said=$(printf '%s\n' "$said" | head -n 1)
  [ $ended -eq 0 ] || fail "kiva $version does not start here (exit code $ended: $said): $use_npm"
  [ "$said" = "$version" ] || fail "$file contains another version: $said; nothing was installed"
}

# Removes the files that are listed on stdin, and the folders if they are empty. Prints the files that it cannot remove.
# Leaves the prefix to close_prefix.
remove_listed() {
  sort -r | while IFS= read -r line; do
    case $line in
      */) rmdir "$prefix/$line" ;;
      *) rm -f "$prefix/$line" || printf '%s\n' "$prefix/$line" ;;
    esac
  done 2>/dev/null
}

# Throughout, the list contains every file that is there, so that a run that fails halfway can be repeated.
replace_files() {
  cat "$prefix/$list" >"$temp/old" 2>/dev/null
  { grep -v '/$' "$temp/names" | cut -d / -f 2- && printf '%s\n' "$list"; } | sort >"$temp/new" ||
    fail "cannot write to $temp"
  while IFS= read -r file; do
    there=$prefix/$file folder=$file
    [ ! -d "$there" ] || fail "$there is a folder: remove it, or choose another folder with --prefix"
    if [ -e "$there" ] || [ -h "$there" ]; then
      grep -Fqx -e "$file" "$temp/old" ||
        fail "$there was not installed by this script: remove it, or choose another folder with --prefix"
    fi
    while
      case $folder in */*) folder=${folder%/*} ;; *) folder=. ;; esac
      [ ! -d "$prefix/$folder" ]
    do printf '%s\n' "$folder/"; done
    [ -w "$prefix/$folder" ] || fail "cannot write to $prefix/$folder: choose another folder with --prefix"
  done <"$temp/new" >"$temp/folders"
  mkdir -p "$new/${list%/*}"
  if ! printf %s "$made" | sort -u - "$temp/old" "$temp/new" "$temp/folders" >"$temp/all" ||
    ! { grep '/$' "$temp/all"; cat "$temp/new"; } >"$new/$list"; then fail "cannot write to $temp"; fi

  trap '' INT TERM HUP PIPE
  sort -u "$temp/folders" | while IFS= read -r folder; do mkdir -p "$prefix/$folder"; done 2>/dev/null
  move "$temp/all" "$prefix/$list"
  while IFS= read -r file; do
    case $file in bin/kiva | "$list") ;; *) move "$new/$file" "$prefix/$file" ;; esac
  done <"$temp/new"
  move "$new/bin/kiva" "$prefix/bin/kiva"
  grep -Fvx -f "$temp/new" "$temp/old" | remove_listed >/dev/null
  move "$new/$list" "$prefix/$list"
}

move() { why=$(mv -f "$1" "$2" 2>&1) || fail "cannot replace $2: $why; run this again"; }

advise() {
  [ "$installed" != "$version" ] || installed=''
  say "Installed kiva $version in $prefix (checked: $checked)${installed:+; replaced $installed by $version}."
  shell=$(basename "${SHELL:-sh}")
  case $shell in bash | zsh) rc=.${shell}rc ;; fish) rc=.config/fish/config.fish ;; *) rc=.profile ;; esac
  found=$(command -v kiva)
  if [ -z "$found" ] || [ "$(cd "${found%/*}/" && pwd -P)" != "$(cd "$prefix/bin" && pwd -P)" ]; then
    [ -z "$found" ] || say "warning: the command kiva starts another program, $found"
    bin=$(quote "$prefix/bin") purpose='start kiva by its name'
    case :$PATH:$shell in
      *":$prefix/bin:"*) ;;
      *:fish) add_line "fish_add_path $bin" ;;
      *) add_line "export PATH=$bin:\"\$PATH\"" ;;
    esac
  fi
  [ -s "$temp/old" ] || advise_completion
  say 'Next: kiva --sandbox loans newest, kiva --help, man kiva'
}

# For shells that do not look for completion where it was installed.
advise_completion() {
  purpose='complete words with Tab' share=$prefix/share
  case $shell:$share in
    *:/usr/share | *:/usr/local/share) ;;
    zsh:*) add_line "fpath=($(quote "$share/zsh/site-functions") \$fpath)" ', above compinit' ;;
    # bash-completion 2.11 finds nothing in a folder with a space.
    bash:*' '*) add_line "source $(quote "$share/bash-completion/completions/kiva")" ;;
    *:"${XDG_DATA_HOME:-${HOME:-}/.local/share}") ;;
    bash:*) add_line "source $(quote "$share/bash-completion/completions/kiva")" ;;
    fish:*) add_line "source $(quote "$share/fish/vendor_completions.d/kiva.fish")" ;;
  esac
}

add_line() {
  say "To $purpose, add this line to ~/$rc${2:-}, and open a new terminal:
  $1"
}

install_kiva() {
  check_address
  check_programs
  choose_target
  open_prefix
  find_installed
  [ -n "$version" ] || find_latest
  fetch_archive
  check_start
  replace_files
  advise
}

uninstall_kiva() {
  [ -f "$prefix/$list" ] || fail "found no kiva of this script in $prefix: name its folder with --prefix"
  open_prefix
  cat "$prefix/$list" >"$temp/old" || fail "cannot read $prefix/$list"
  left=$(grep -Fvx -e "$list" "$temp/old" | remove_listed)
  [ -z "$left" ] || fail "cannot remove $(printf '%s\n' "$left" | head -n 1): run this as the user who installed kiva"
  remove_listed <"$temp/old" >/dev/null
  made=$(grep '^/' "$temp/old" | sort -r)
  say "Removed kiva from $prefix. Settings and data were kept."
}

main() {
  read_options "$@"
  if [ -n "$uninstall" ]; then uninstall_kiva; else install_kiva; fi
}

main "$@"; }
