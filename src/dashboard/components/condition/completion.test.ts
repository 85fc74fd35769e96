import { describe, expect, it } from 'vitest'
import { parseCondition } from '#contract/shared/condition.ts'
import type { Claim } from '../../lib/conditions.ts'
import { completionsAt, insertCompletion } from './completion.ts'

const claims: readonly Claim[] = [
  { name: 'visitor.claims.plan', property: { type: 'string', enum: ['free', 'pro'] } },
  { name: 'visitor.claims.beta', property: { type: 'boolean' } },
  { name: 'visitor.claims.tags', property: { type: 'array', items: { type: 'string' } } },
  { name: 'visitor.claims.address.country', property: { type: 'string' } },
]

/** Choices at the mark `|`. */
const at = (marked: string): string[] => {
  const caret = marked.indexOf('|')
  return completionsAt(marked.replace('|', ''), caret, claims).choices.map(({ text }) => text)
}

/** The condition after the choice of a name at the mark, with the caret marked again. */
const take = (marked: string, name: string): string => {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = completionsAt(text, caret, claims)
  const choice = found.choices.find((one) => one.text === name)
  if (!choice) throw new Error(`${name} is not among ${found.choices.map((one) => one.text)}`)
  const next = insertCompletion(text, caret, found, choice)
  return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
}

describe('completing a condition', () => {
  it('finds a claim by any of its names', () => {
    expect(at('pl|')).toEqual(['visitor.claims.plan'])
    expect(at('vis|')).toEqual(claims.map(({ name }) => name))
    expect(at('coun|')).toEqual(['visitor.claims.address.country'])
    expect(at('tr|')).toEqual(['true'])
  })

  it('completes after a dot with the claims and methods of the expression before it', () => {
    expect(at('visitor.|')).toEqual(['claims'])
    expect(at('visitor.claims.|')).toEqual(['plan', 'beta', 'tags', 'address', 'unsigned'])
    expect(at('visitor.claims.a|')).toEqual(['address'])
    expect(at('visitor.claims.plan.|')).toEqual(['includes("")', 'startsWith("")', 'endsWith("")', 'length'])
    expect(at('visitor.claims.tags.|')).toEqual(['includes("")', 'length'])
    expect(at('visitor.claims.beta.|')).toEqual([])
  })

  it('offers the values of the claim that is compared', () => {
    expect(at('visitor.claims.plan == |')).toEqual(['"free"', '"pro"'])
    expect(at('visitor.claims.plan == "p|')).toEqual(['"pro"'])
    expect(at('visitor.claims.plan in ["free", "|')).toEqual(['"free"', '"pro"'])
    expect(at('visitor.claims.beta == |')).toEqual(['true', 'false'])
  })

  it('offers operators behind a value, and claims behind an operator', () => {
    expect(at('visitor.claims.beta |')).toContain('&&')
    expect(at('visitor.claims.beta && |')).toContain('visitor.claims.plan')
    expect(at('|')).toContain('visitor.claims.plan')
  })

  it('puts the caret where one writes on, and quotes only once', () => {
    expect(take('visitor.claims.tags.|', 'includes("")')).toBe('visitor.claims.tags.includes("|")')
    expect(take('visitor.claims.plan == "p|"', '"pro"')).toBe('visitor.claims.plan == "pro"|')
    expect(() => parseCondition(take('visitor.claims.plan == |', '"pro"').replace('|', ''))).not.toThrow()
  })
})
