import type { Random } from './random.ts'

/** Texts that programs tend to handle wrongly. None names a host outside of this machine. */
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  'a\ud83d',
  '\uffff\ufffe',
  '\u202e\u2066right to left',
  'é\u0301\u0327'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  'İıſK',
  '٣',
  '\n',
  'a\r\nSet-Cookie: a=b',
  '\t\v\f\u0085\u2028',
  "' or 1=1 --",
  '%',
  '_%\\',
  '\\',
  '$1',
  '{{a}}',
  '../../../etc/passwd',
  '/',
  '//',
  '.',
  '..',
  '#',
  '?',
  '*',
  '(',
  '(a+)+$',
  '[[[[',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'https://localhost/a b',
  'http://127.0.0.1:1/é?ü#ö',
  'https://user:pass@127.0.0.1/',
  'http://0/',
  'https://127.0.0.1:99999/',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  'NaN',
  '9007199254740993',
  '2147483648',
  '2026-02-30T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '294276-12-31T23:59:59.999Z',
  '2026-11-22T10:00:00+14:00',
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  '"a b"@example.org',
  'ünïcode@example.org',
  'W10',
  'bnVsbA',
  'e30',
  'eyJhIjoxfQ',
]

const LENGTHS = [50, 51, 64, 65, 100, 128, 255, 256, 257, 512, 1024, 1025, 2048, 4096, 10_000]
const UNITS = ['a', 'é', '😀', ' ', '*', '`', '[', '-', '.', '/', '\n', '{% tab %}', '|', '漢']

/** A hostile text; one of 200 has about `maxLength` characters. */
export function hostileText(random: Random, maxLength: number): string {
  if (random.chance(0.6)) return random.pick(texts)
  const unit = random.pick(UNITS)
  const length = random.chance(0.012) ? maxLength : random.pick(LENGTHS)
  const offset = random.chance(0.5) ? 'x' : ''
  return offset + unit.repeat(Math.ceil(length / unit.length)).slice(0, length - random.int(3))
}

const numbers = [0, -0, 1, -1, 0.5, 1e308, -1e308, 1e-320, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1]
const largeNumbers = [2 ** 53, 2 ** 53 + 2, 2 ** 63, 2 ** 64, 1e21, 999, 1000, 1001, 100, 101]

/** A value of any JSON type. */
export function hostileValue(random: Random): unknown {
  return random.pick([
    () => null,
    () => random.chance(0.5),
    () => random.pick([...numbers, ...largeNumbers]),
    () => hostileText(random, 150_000),
    () => [],
    () => ({}),
    () => Array.from({ length: random.pick([1, 2, 100, 2000]) }, () => random.pick(texts)),
    () => Array.from({ length: random.pick([1, 30, 501]) }, () => ({})),
    () => nested(random.pick([10, 60, 98, 101, 3000])),
    () => JSON.parse(`{"__proto__": {"admin": true}, "constructor": 1, "toString": null, "length": -1}`),
    () => ({ [random.pick(texts)]: random.pick(texts) }),
  ])()
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
