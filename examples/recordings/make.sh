#!/usr/bin/env bash
#
# Makes the recordings in this directory from the texts in texts/.
#
# Every sentence is spoken by espeak-ng on its own, so that the cue times of a
# subtitle file are measured and not guessed. The sentences are then joined
# with short pauses at 16 kHz, mono, 16 bit, and encoded with the whole text in
# the tag LYRICS.

set -euo pipefail
export LC_ALL=C

readonly rate=16000   # samples per second
readonly pause=0.25   # seconds of silence after a sentence
readonly limit=300000 # bytes a recording may have

die() {
  printf 'make.sh: %s\n' "$*" >&2
  exit 1
}

# need <tool> <Debian package>
need() {
  command -v "$1" >/dev/null || die "$1 is missing, install it with: apt-get install $2"
}

need espeak-ng espeak-ng
need sox sox
need soxi sox
need flac flac
need opusenc opus-tools

cd "$(dirname "${BASH_SOURCE[0]}")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The sentences of a text, one a line. The texts have no abbreviations with dots.
sentences() {
  local newline=$'\n' text=$1
  text=${text//. /.$newline}
  text=${text//\? /\?$newline}
  text=${text//! /!$newline}
  printf '%s\n' "$text"
}

# A number of samples as a WebVTT time, hh:mm:ss.mmm
cue_time() {
  local ms=$(($1 * 1000 / rate))
  printf '%02d:%02d:%02d.%03d' \
    $((ms / 3600000)) $((ms / 60000 % 60)) $((ms / 1000 % 60)) $((ms % 1000))
}

# speak <voice> <text>: writes speech.wav and speech.vtt in the work directory
speak() {
  local voice=$1 text=$2 sentence length start=0 count=0
  local joined=()
  printf 'WEBVTT\n' >"$work/speech.vtt"
  while IFS= read -r sentence; do
    count=$((count + 1))
    espeak-ng -v "$voice" -s 165 -a 60 -w "$work/raw.wav" -- "$sentence"
    sox -D "$work/raw.wav" -r "$rate" -c 1 -b 16 "$work/said.wav"
    sox -D "$work/said.wav" "$work/$count.wav" pad 0 "$pause"
    length=$(soxi -s "$work/said.wav")
    printf '\n%s\n%s --> %s\n%s\n' "$count" \
      "$(cue_time "$start")" "$(cue_time $((start + length)))" "$sentence" \
      >>"$work/speech.vtt"
    start=$((start + $(soxi -s "$work/$count.wav")))
    joined+=("$work/$count.wav")
  done < <(sentences "$text")
  sox -D "${joined[@]}" "$work/speech.wav"
}

# make <name> <flac|opus> <voice> <title>
make() {
  local name=$1 format=$2 voice=$3 title=$4
  local file=$name.$format text bytes
  text=$(<"texts/$name.txt") # without the line break at the end
  speak "$voice" "$text"
  case $format in
    flac)
      flac --silent --best --no-padding \
        --tag="TITLE=$title" --tag="LANGUAGE=en" --tag="LYRICS=$text" \
        --output-name="$work/$file" "$work/speech.wav"
      ;;
    opus)
      opusenc --quiet --speech --bitrate 24 --serial 1 --padding 0 \
        --title "$title" --comment "LANGUAGE=en" --comment "LYRICS=$text" \
        "$work/speech.wav" "$work/$file"
      ;;
    *) die "unknown format $format" ;;
  esac
  bytes=$(($(wc -c <"$work/$file")))
  ((bytes <= limit)) || die "$file would have $bytes bytes, over $limit: make it opus"
  cp "$work/$file" "$file"
  printf '%-20s %7d bytes %6.2f s\n' "$file" "$bytes" "$(soxi -D "$work/speech.wav")"
}

# with_subtitles <name>: keeps the cues of the recording made last
with_subtitles() {
  cp "$work/speech.vtt" "$1.vtt"
}

make refund-policy opus en-us+f3 'Customer support: returns and refunds'
make standup flac en-gb 'Engineering stand-up'
make sourdough flac en-gb-x-rp 'The weekend kitchen: sourdough'
make harbour-tour opus en-gb-scotland 'Harbour audio tour'
with_subtitles harbour-tour
