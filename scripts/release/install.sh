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
temp='' made=''

say() { printf '%s\n' "$1" >&2; }
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

# Sets what depends on the address. Plain http is for tests on this machine, without redirects. Other redirects may lead
# to https only: curl has an option for that, wget gets a proxy for http to which nothing can connect.
check_address() {
  releases=${releases%/} protocol='=https' redirects=5
  case $releases/ in
    *@*) ;;
    https://[!/]*)
      http_proxy=http://127.0.0.1:1
      export http_proxy
      return
      ;;
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

# Makes the prefix and a temporary folder in it, which also keeps a second run away.
open_prefix() {
  trap '' INT TERM HUP
  trap close_prefix EXIT
  folder=$prefix
  while [ ! -d "$folder/" ]; do
    made="$made$folder/
"
    folder=${folder%/*}
  done
  why=$(mkdir -p "$prefix/" 2>&1) || fail "cannot create $prefix: ${why##*: }; choose another folder with --prefix"
  prefix=$(cd "$prefix/" && pwd)
  if ! why=$(mkdir "$prefix/.kiva-install" 2>&1); then
    [ ! -d "$prefix/.kiva-install" ] ||
      fail "another install.sh is running in $prefix: wait for it, or remove $prefix/.kiva-install if it was killed"
    fail "cannot write to $prefix: ${why##*: }; choose another folder with --prefix"
  fi
  temp=$prefix/.kiva-install
  trap 'exit 130' INT
  trap 'exit 143' TERM
  trap 'exit 129' HUP
}

# Removes the temporary folder, and a prefix that stayed or became empty.
close_prefix() {
  [ -z "$temp" ] || rm -rf "$temp"
  printf '%s\n' "$made" | while IFS= read -r folder; do rmdir "$folder"; done 2>/dev/null
}

# Downloads a file below the address of releases into the temporary folder. A terminal gets curl's progress bar for the
# archive.
download() {
  show=-sS
  exec 3>"$temp/why"
  if [ "$2" = archive ] && [ -t 2 ] && has curl; then
    show=-#
    exec 3>&2
  fi
  if has curl; then
    curl $show -fL --proto "$protocol" --max-redirs "$redirects" --tlsv1.2 --connect-timeout 30 --speed-time 60 --retry 2 \
      -o "$temp/$2" "$releases/$1"
  else
    wget -nv --max-redirect="$redirects" --timeout=60 --tries=3 -O "$temp/$2" "$releases/$1"
  fi 2>&3 && return
  # curl prints its error again at each attempt.
  why=$(grep '^curl: ' "$temp/why" | tail -n 1)
  why=${why:-$(tail -n 1 "$temp/why")}
  fail "cannot download $releases/$1${why:+: $why}"
}

find_latest() {
  download latest latest
  [ "$(wc -c <"$temp/latest")" -le 64 ] || fail "$releases/latest is longer than a version: use --version X.Y.Z"
  # A shell would drop bytes of value 0.
  version=$(tr '\000' '?' <"$temp/latest")
  is_version "$version" || fail "$releases/latest is not a version: use --version X.Y.Z"
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
  ssh-keygen -Y verify -f "$temp/signers" -I releases -n kiva-release -s "$temp/SHA256SUMS.sig" \
    <"$temp/SHA256SUMS" >"$temp/why" 2>&1 ||
    fail "the signature of SHA256SUMS is invalid: $(head -n 1 "$temp/why"); nothing was installed"
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
  check_signature
  expected=''
  while read -r sum listed; do [ "$listed" != "$file" ] || expected=$sum; done <"$temp/SHA256SUMS"
  [ -n "$expected" ] || fail "SHA256SUMS of kiva $version does not list $file: choose another --version"
  say "Downloading $releases/$version/$file"
  download "$version/$file" archive
  [ "$(sha256_of "$temp/archive")" = "$expected" ] ||
    fail "the SHA-256 of $file differs from SHA256SUMS: nothing was installed; try again"

  unpack gzip -dc "$temp/archive" >"$temp/tar"
  rm "$temp/archive"
  unpack tar -tf "$temp/tar" >"$temp/names"
  unpack tar -tvf "$temp/tar" >"$temp/entries"
  while IFS= read -r entry; do
    case $entry in
      *..*) fail "$file contains an unsafe path: $entry" ;;
      "$name"/*) ;;
      *) fail "$file contains a path outside $name: $entry" ;;
    esac
  done <"$temp/names"
  # Hard links are files with a target to some tar.
  ! grep -Eq '^[^-d]| -> | link to ' "$temp/entries" || fail "$file contains a link or a special file"
  unpack tar -xof "$temp/tar" -C "$temp"
}

unpack() { "$@" 2>"$temp/why" || fail "cannot unpack $file: $(grep . "$temp/why" | head -n 1)"; }

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
      /*) ;;
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

  trap '' INT TERM HUP
  sort -u "$temp/folders" | while IFS= read -r folder; do mkdir -p "$prefix/$folder"; done 2>"$temp/why"
  move "$temp/all" "$prefix/$list"
  while IFS= read -r file; do
    case $file in bin/kiva | "$list") ;; *) move "$new/$file" "$prefix/$file" ;; esac
  done <"$temp/new"
  move "$new/bin/kiva" "$prefix/bin/kiva"
  grep -Fvx -f "$temp/new" "$temp/old" | remove_listed >/dev/null
  move "$new/$list" "$prefix/$list"
}

move() { mv -f "$1" "$2" 2>"$temp/why" || fail "cannot replace $2: $(head -n 1 "$temp/why"); run this again"; }

advise() {
  say "Installed kiva $version in $prefix (checked: $checked)."
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
