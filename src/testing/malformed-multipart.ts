/** A multipart request that a client should not send. */
export type FormVariant = {
  readonly label: string
  readonly headers: Record<string, string>
  readonly payload: Buffer
}

const BOUNDARY = 'lectern-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const LF = '\r\n'

const part = (headers: string, content = 'text', boundary = BOUNDARY) =>
  `--${boundary}${LF}${headers}${LF}${LF}${content}${LF}`
const end = `--${BOUNDARY}--${LF}`
const named = (name: string, type = 'text/plain') =>
  `Content-Disposition: form-data; name="files"; filename="${name}"${LF}Content-Type: ${type}`

const contentTypes: readonly string[] = [
  'multipart/form-data',
  'multipart/form-data;',
  'multipart/form-data; boundary',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=another',
  `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
  'multipart/form-data; boundary=lectern boundary',
  'multipart/form-data; charset=utf-16; boundary=lectern-boundary',
  `MULTIPART/FORM-DATA; BOUNDARY=${BOUNDARY}`,
  'multipart/mixed; boundary=lectern-boundary',
  'multipart/',
  'multipart',
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain',
  'application/octet-stream',
  'image/png',
  ';;;',
]

const partHeaders: readonly (readonly [string, string])[] = [
  ['no headers', ''],
  ['no disposition', 'Content-Type: text/plain'],
  ['disposition without parameters', 'Content-Disposition: form-data'],
  ['another disposition', 'Content-Disposition: attachment; filename="a.txt"'],
  ['no name', 'Content-Disposition: form-data; filename="a.txt"'],
  ['empty name', 'Content-Disposition: form-data; name=""; filename="a.txt"'],
  ['no file name', 'Content-Disposition: form-data; name="files"'],
  [
    'a type and no file name',
    `Content-Disposition: form-data; name="files"${LF}Content-Type: application/octet-stream`,
  ],
  ['empty file name', named('')],
  ['file name of spaces', named('   ')],
  ['file name of dots', named('..')],
  ['path out of the folder', named('../../etc/passwd')],
  ['absolute path', named('/etc/passwd')],
  ['Windows path', named('C:\\Windows\\win.ini')],
  ['file name with a control character', named('a\u0001b.txt')],
  ['file name with U+0000', named('a\0b.txt')],
  ['only U+0000', named('\0')],
  ['long file name', named(`${'n'.repeat(300)}.txt`)],
  ['huge file name', named(`${'n'.repeat(200_000)}.txt`)],
  ['unquoted file name', 'Content-Disposition: form-data; name=files; filename=a b.txt'],
  ['unclosed quote', 'Content-Disposition: form-data; name="files; filename="a.txt'],
  ['bad encoded file name', "Content-Disposition: form-data; name=files; filename*=UTF-8''%ff%zz"],
  ['unknown encoding', "Content-Disposition: form-data; name=files; filename*=klingon''a"],
  ['surrogate in the file name', named('\\ud800.txt')],
  ['program', named('run.exe')],
  ['prototype name', 'Content-Disposition: form-data; name="__proto__"; filename="a.txt"'],
  ['constructor name', 'Content-Disposition: form-data; name="constructor"'],
  ['toString name', 'Content-Disposition: form-data; name="toString"; filename="a.txt"'],
  ['header without a colon', `nonsense${LF}${named('a.txt')}`],
  ['header without a value', `X-Empty:${LF}${named('a.txt')}`],
  ['huge header', `X-Long: ${'x'.repeat(300_000)}${LF}${named('a.txt')}`],
  ['many headers', `${Array.from({ length: 3_000 }, (_, n) => `X-${n}: 1`).join(LF)}${LF}${named('a.txt')}`],
  ['bad JSON field', `Content-Disposition: form-data; name="files"${LF}Content-Type: application/json`],
  ['bad type', named('a.txt', '////')],
  ['unknown transfer encoding', `${named('a.txt')}${LF}Content-Transfer-Encoding: rot13`],
  ['base64 that is none', `${named('a.txt')}${LF}Content-Transfer-Encoding: base64`],
]

const bodies: readonly (readonly [string, string])[] = [
  ['empty', ''],
  ['only the end', end],
  ['only the start', `--${BOUNDARY}`],
  ['only dashes', '-'.repeat(1_000)],
  ['text', 'just text'],
  ['text before and after', `before${LF}${part(named('a.txt'))}${end}after`],
  ['no end', part(named('a.txt'))],
  ['two ends', part(named('a.txt')) + end + end],
  ['end in the headers', `--${BOUNDARY}${LF}Content-Disposition: form-data;`],
  ['boundary within the content', part(named('a.txt'), `a${LF}--${BOUNDARY}b`) + end],
  ['line feeds only', (part(named('a.txt')) + end).replaceAll('\r', '')],
  ['no line break before the end', `--${BOUNDARY}${LF}${named('a.txt')}${LF}${LF}text--${BOUNDARY}--`],
  ['another boundary', part(named('a.txt'), 'text', 'another') + end],
  [
    'nested form',
    part(`Content-Type: multipart/mixed; boundary=inner`, part(named('a'), 'x', 'inner')) + end,
  ],
  ['empty file', part(named('a.txt'), '') + end],
  ['one of two empty', part(named('a.txt')) + part(named('b.txt'), '') + end],
  ['21 files', Array.from({ length: 21 }, (_, n) => part(named(`${n}.txt`))).join('') + end],
  ['2,100 files', Array.from({ length: 2_100 }, (_, n) => part(named(`${n}.txt`))).join('') + end],
  ['2,000 fields', part('Content-Disposition: form-data; name="a"').repeat(2_000) + end],
  ['huge field', part('Content-Disposition: form-data; name="a"', 'f'.repeat(2_000_000)) + end],
  ['no file', part('Content-Disposition: form-data; name="a"') + end],
]

/** Positions at which a good form is cut off. */
const CUTS = 27

const goodForm = part(named('a.txt')) + part(named('b.txt', 'image/png'), 'more') + end

/** Requests that are malformed in some way; a few are unusual but valid. */
export const malformedForms: readonly FormVariant[] = [
  ...contentTypes.map((type) => ({ label: `type ${type.slice(0, 60)}`, type, text: goodForm })),
  ...partHeaders.map(([label, headers]) => ({ label, type: TYPE, text: part(headers) + end })),
  ...partHeaders.map(([label, headers]) => ({
    label: `a good part, then ${label}`,
    type: TYPE,
    text: part(named('good.txt')) + part(headers) + end,
  })),
  ...bodies.map(([label, text]) => ({ label, type: TYPE, text })),
  ...Array.from({ length: CUTS }, (_, index) => {
    const at = Math.floor((goodForm.length * index) / CUTS)
    return { label: `cut after ${at} bytes`, type: TYPE, text: goodForm.slice(0, at) }
  }),
].map(({ label, type, text }) => ({
  label,
  headers: { 'content-type': type },
  payload: Buffer.from(text, 'latin1'),
}))
