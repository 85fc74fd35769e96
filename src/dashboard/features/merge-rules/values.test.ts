import { expect, test } from 'vitest'
import { type MergeRule, type MergeRules, mergeRule } from '#contract/merge-rules.ts'
import { emptyOwners, fields, formatRuleValue, off, rulesOf, ruleTypes, valuesOf } from './values.ts'

const rulesWith = (rules: MergeRule[]): MergeRules => ({
  object: 'merge-rules',
  rules,
  inherited: [],
  users: [{ object: 'user', id: 'u1', displayName: 'Ada', urls: { location: 'https://example.org/u1' } }],
  teams: [{ id: 't1', title: 'Writers' }],
  version: 1,
})
const named = { users: ['u1'], teams: ['t1'] }
const every: MergeRule[] = [
  { rule: 'require_at_least_one_review', countOutdated: true },
  { rule: 'require_at_least_one_approved_review', count: 3, countOutdated: false },
  { rule: 'require_all_reviews_approved' },
  { rule: 'require_specific_reviewers', ...named, countOutdated: true },
  { rule: 'require_one_of_specific_reviewers', ...named, countOutdated: false },
  { rule: 'require_path_owners', owners: [{ pattern: '/guides/**', ...named }], countOutdated: false },
  { rule: 'require_up_to_date_change_request' },
  { rule: 'require_change_request_subject' },
  { rule: 'require_change_request_description' },
  { rule: 'require_no_broken_links' },
  { rule: 'require_resolved_comments' },
  { rule: 'require_author_to_merge' },
  { rule: 'allow_bypass', ...named },
]

test('the form has each rule of the contract, and returns all of them unchanged', () => {
  const inContract = mergeRule.options.map(({ shape }) => shape.rule.value)
  expect(ruleTypes.toSorted()).toEqual(inContract.toSorted())
  expect(rulesOf(valuesOf(rulesWith(every)))).toEqual(every)
  expect(rulesOf(valuesOf(rulesWith([])))).toEqual([])
})

test('a rule that names people needs one only while it is on', () => {
  const values = valuesOf(rulesWith([]))
  expect(fields.safeParse(values).success).toBe(true)
  const empty = { ...values, allow_bypass: { ...off, on: true } }
  expect(fields.safeParse(empty).error?.issues.map(({ path }) => path)).toEqual([['allow_bypass']])
})

test('patterns need a path and an owner', () => {
  const values = valuesOf(rulesWith(every))
  const { owners } = values.require_path_owners
  const messageFor = (changed: typeof owners) =>
    fields.safeParse({
      ...values,
      require_path_owners: { ...values.require_path_owners, owners: changed },
    }).error?.issues[0]?.message
  const [guides = emptyOwners] = owners
  expect(messageFor(owners)).toBeUndefined()
  expect(messageFor([])).toBe('Add at least one pattern')
  expect(messageFor([{ ...guides, pattern: 'guides' }])).toBe('Start each pattern with / and use no spaces')
  expect(messageFor([guides, guides])).toBe('Use each pattern once')
  expect(messageFor([{ ...emptyOwners, pattern: '/api' }])).toBe('Choose at least one owner for each pattern')
})

test('a conflict shows what both set', () => {
  const values = valuesOf(rulesWith(every))
  const format = (type: keyof typeof values) => formatRuleValue(type, values[type])
  expect(format('require_at_least_one_approved_review')).toBe('3 approvals')
  expect(format('require_specific_reviewers')).toBe('Ada, Writers, older versions count')
  expect(format('require_path_owners')).toBe('/guides/** (Ada, Writers)')
  expect(format('require_resolved_comments')).toBe('on')
  expect(formatRuleValue('allow_bypass', off)).toBe('off')
})
