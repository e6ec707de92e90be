/**
 * Parses text as a terminal does, with the common state machine of DEC terminals (ECMA-48 with private
 * sequences). It also reports the sequences that a terminal would ignore. C1 controls count in both forms,
 * `ESC [` and U+009B.
 */

/**
 * Displayed text, or a control that takes effect, spelled like `CSI 2K`, `OSC 0;title BEL`, `ESC c`, `CR`.
 */
export type Piece = { readonly shown: string } | { readonly obeyed: string }

/** Returns the pieces of a text in order. An interrupted or unfinished sequence becomes `cut off …`. */
export function piecesOf(text: string): readonly Piece[] {
  const parser = new Parser()
  for (const [run] of text.matchAll(/[^\0-\x1f\x7f-\x9f]+|[\s\S]/gu)) parser.take(run)
  return parser.end()
}

/** The strings of any length, by the character after ESC that starts them. */
const strings: Readonly<Record<string, string>> = { P: 'DCS', X: 'SOS', ']': 'OSC', '^': 'PM', _: 'APC' }

const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  )

class Parser {
  readonly #pieces: Piece[] = []
  /** The open sequence: `ESC`, `CSI` or the name of a string. Empty while text is displayed. */
  #begun = ''
  /** The characters of the open sequence so far. */
  #held = ''
  /** True after an ESC inside a string: `\` would now end the string. */
  #isEnding = false

  /** Takes one control character, or a run of other characters. */
  take(run: string): void {
    const code = run.codePointAt(0) ?? 0
    if (code < 0x20 || code === 0x7f) this.#takeC0(code)
    else if (code >= 0x80 && code <= 0x9f) this.#takeC1(code)
    else this.#takeLetters(run)
  }

  end(): readonly Piece[] {
    this.#cutOff()
    return this.#pieces
  }

  get #isString(): boolean {
    return !['', 'ESC', 'CSI'].includes(this.#begun)
  }

  #takeC0(code: number): void {
    const name = controls[code] ?? 'DEL'
    if (name === 'CAN' || name === 'SUB') {
      this.#cutOff()
      this.#tell(name)
    } else if (name === 'ESC') {
      if (this.#isString && !this.#isEnding) this.#isEnding = true
      else if (this.#begun === 'DCS' && this.#held.startsWith('tmux;')) {
        // The passthrough of tmux doubles each ESC.
        this.#held += '\x1b'
        this.#isEnding = false
      } else this.#begin('ESC')
    } else if (name === 'BEL' && this.#begun === 'OSC') {
      this.#finish(' BEL')
    } else if (this.#isString) {
      this.#held += String.fromCharCode(code)
    } else {
      // A control inside a sequence takes effect at once, and the sequence continues.
      this.#tell(name)
    }
  }

  #takeC1(code: number): void {
    if (code === 0x9c && this.#isString) this.#finish(' ST')
    else {
      this.#begin('ESC')
      this.#escape(String.fromCharCode(code - 0x40))
    }
  }

  #takeLetters(letters: string): void {
    const [first = ''] = letters
    const rest = letters.slice(first.length)
    if (this.#isEnding && first === '\\') this.#finish(' ST')
    else if (this.#isEnding) {
      this.#begin('ESC')
      this.#escape(first)
    } else if (this.#begun === 'ESC') this.#escape(first)
    else if (this.#begun === 'CSI') this.#control(first)
    else if (this.#isString) {
      this.#held += letters
      return
    } else {
      this.#pieces.push({ shown: letters })
      return
    }
    if (rest !== '') this.#takeLetters(rest)
  }

  /** Takes the character after ESC. */
  #escape(sign: string): void {
    if (this.#held === '' && sign === '[') this.#begun = 'CSI'
    else if (this.#held === '' && strings[sign]) this.#begun = strings[sign]
    else if (/[ -/]/.test(sign)) this.#held += sign
    else this.#finish(sign)
  }

  /** Takes a character of a control sequence. */
  #control(sign: string): void {
    if (/[@-~]/.test(sign)) this.#finish(sign)
    else if (/[ -?]/.test(sign)) this.#held += sign
    else this.#cutOff()
  }

  #begin(what: string): void {
    this.#cutOff()
    this.#begun = what
  }

  #cutOff(): void {
    if (this.#begun !== '') this.#tell(`cut off ${this.#begun} ${this.#held}`)
    this.#reset()
  }

  #finish(last: string): void {
    this.#tell(`${this.#begun} ${this.#held}${last}`)
    this.#reset()
  }

  #reset(): void {
    this.#begun = ''
    this.#held = ''
    this.#isEnding = false
  }

  #tell(obeyed: string): void {
    this.#pieces.push({ obeyed })
  }
}
