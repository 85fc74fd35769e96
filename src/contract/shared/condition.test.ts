import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCondition } from './condition.ts'
import { ConditionError } from './condition-tokens.ts'
import { evaluateCondition, evaluateExpression, variablesOfExpression } from './evaluate-condition.ts'

const visitor = {
  claims: {
    plan: 'pro',
    age: 30,
    beta: true,
    groups: ['staff', 'admins'],
    'product-line': 'one',
    unsigned: { locale: 'fr' },
  },
}

const shows = (text: string): boolean => evaluateCondition(parseCondition(text), visitor)

describe('a condition', () => {
  test.each([
    ['visitor.claims.beta', true],
    ['!visitor.claims.beta', false],
    ['visitor.claims.plan == "pro"', true],
    ["visitor.claims.plan === 'pro' && visitor.claims.age >= 30", true],
    ['visitor.claims.plan != "pro" || visitor.claims.age < 30', false],
    ['visitor.claims.groups.includes("staff")', true],
    ['"staff" in visitor.claims.groups', true],
    ['"plan" in visitor.claims', true],
    ['"nothing" in visitor.claims', false],
    ['visitor.claims["product-line"] == "one"', true],
    ['["free", "pro"].includes(visitor.claims.plan)', true],
    ['visitor.claims.plan.startsWith("p") && visitor.claims.plan.endsWith("o")', true],
    ['visitor.claims.plan.length == 3 && visitor.claims.groups.length == 2', true],
    ['visitor.claims.unsigned.locale == "fr" ? visitor.claims.beta : false', true],
    ['false ? true : false ? false : true', true],
    ['(true || true) && false', false],
    ['true || true && false', true],
    ['visitor.claims.missing == null', true],
    ['visitor.claims.missing === null', false],
    ['visitor.claims.missing > 3', false],
    ['!(visitor.claims.missing > 3)', true],
    ['1 < 2 == true', true],
  ])('%s is %s for the visitor', (text, expected) => {
    expect(shows(text)).toBe(expected)
  })

  test.each([
    'visitor.claims.missing.deeper',
    'visitor.nothing.includes("x")',
    'visitor.claims.age.startsWith("3")',
    'visitor.claims.age in 3',
  ])('%s fails to evaluate and hides the content', (text) => {
    expect(shows(text)).toBe(false)
  })

  test.each([
    'visitor.constructor',
    'visitor.claims.plan.constructor',
    'visitor.__proto__',
    'visitor.claims.groups["0"]',
  ])('%s cannot reach JavaScript built-ins', (text) => {
    expect(shows(text)).toBe(false)
  })
})

test.each([
  ['', 0],
  ['visitor.claims.beta &&', 22],
  ['visitor.claims.', 15],
  ['window.location', 0],
  ['visitor.claims.plan.replace("a")', 27],
  ['visitor("x")', 7],
  ['"never closed', 0],
  ['a = 1', 2],
  ['(true', 5],
  ['true false', 5],
  ['visitor[1]', 8],
  ['true ? false', 12],
])('parsing %s throws an error at index %i', (text, at) => {
  expect(() => parseCondition(text)).toThrow(ConditionError)
  try {
    parseCondition(text)
  } catch (error) {
    expect(error).toMatchObject({ at })
  }
})

test('deeply nested brackets throw a condition error instead of overflowing the stack', () => {
  for (const text of ['('.repeat(1024), '!'.repeat(1024), '['.repeat(1024), 'true?'.repeat(200)]) {
    expect(() => parseCondition(text)).toThrow(ConditionError)
  }
})

test('any text is parsed or rejected with an index inside the text', () => {
  const tokens = fc.constantFrom(
    'visitor',
    '.',
    'claims',
    '(',
    ')',
    '[',
    ']',
    '!',
    '&&',
    '||',
    '==',
    'in',
    '?',
    ':',
    '"a"',
    '1',
    ',',
  )
  const texts = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(tokens, { maxLength: 25 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      try {
        expect(typeof evaluateCondition(parseCondition(text), visitor)).toBe('boolean')
      } catch (error) {
        if (!(error instanceof ConditionError)) throw error
        expect(error.at).toBeGreaterThanOrEqual(0)
        expect(error.at).toBeLessThanOrEqual(text.length)
      }
    }),
    { numRuns: 2000, seed: 69 },
  )
})

test('logical operators have the precedence and results of JavaScript', () => {
  type Tree = { readonly text: string; readonly value: boolean }
  const leaf: fc.Arbitrary<Tree> = fc.boolean().map((value) => ({ text: String(value), value }))
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      tie('tree').map(({ text, value }) => ({ text: `!(${text})`, value: !value })),
      fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => ({ text: `(${a.text} && ${b.text})`, value: a.value && b.value })),
      fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => ({ text: `(${a.text} || ${b.text})`, value: a.value || b.value })),
      fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => ({
        text: `(${a.text} ? ${b.text} : ${c.text})`,
        value: a.value ? b.value : c.value,
      })),
    ),
  }))
  fc.assert(fc.property(tree, ({ text, value }) => shows(text) === value))
})

describe('an expression', () => {
  const scope = {
    visitor,
    organization: { vars: {} },
    site: { vars: { host: 'docs' } },
    space: { vars: { version: 'v3.1', seats: 5, isBeta: true, empty: '' } },
    page: { vars: { title: 'Start', 'a-b': 'dashed' } },
  }

  test.each([
    ['space.vars.version', 'v3.1'],
    ['page.vars.title', 'Start'],
    ['page.vars["a-b"]', 'dashed'],
    ['visitor.claims.plan', 'pro'],
    ['site.vars.host', 'docs'],
    ['organization.vars.missing ?? "x"', 'x'],
    ['space.vars.seats', '5'],
    ['space.vars.isBeta', 'true'],
    ['space.vars.empty', ''],
    ['1 + 1', '2'],
    ['7 % 4 * 2 - 1', '5'],
    ['"Version " + space.vars.version + " for " + space.vars.seats', 'Version v3.1 for 5'],
    ['space.vars.version === "v3.1" ? "Latest" : "Outdated"', 'Latest'],
    ['space.vars.missing || "unknown"', 'unknown'],
    ['space.vars.missing ?? page.vars.title', 'Start'],
    ['space.vars.empty ?? "x"', ''],
  ])('%s shows %s', (text, expected) => {
    expect(evaluateExpression(text, scope)).toBe(expected)
  })

  test.each([
    'space.vars.missing',
    '"Version " + space.vars.missing',
    'space.vars',
    'space.vars.constructor',
    'space.vars.toString()',
    'space.vars.version.constructor',
    'visitor.claims.groups',
    '1 / 0',
    'window.location',
    'process.exit()',
    'space.vars.version +',
    '',
    `"${'x'.repeat(1024)}"`,
  ])('%s shows nothing', (text) => {
    expect(evaluateExpression(text, scope)).toBeNull()
  })

  test('names the variables it reads', () => {
    expect(
      variablesOfExpression('space.vars.a === page.vars["b"] ? [space.vars.c] : visitor.claims.d'),
    ).toEqual(['space.vars.a', 'page.vars.b', 'space.vars.c'])
    expect(variablesOfExpression('space.vars.a +')).toEqual([])
  })

  test('long results are cut', () => {
    const long = { ...scope, space: { vars: { long: 'x'.repeat(256) } } }
    const text = Array.from({ length: 60 }, () => 'space.vars.long').join('+')
    expect(evaluateExpression(text, long)).toHaveLength(2000)
  })
})
