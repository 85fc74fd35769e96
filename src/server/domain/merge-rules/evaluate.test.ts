import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MergeRule } from '#contract/merge-rules.ts'
import { evaluateRules, type RequestState, type RulesAt } from './evaluate.ts'

const people = ['ada', 'ben', 'cem', 'dan'] as const
const person = fc.constantFrom(...people)
const team = fc.constantFrom('writers', 'lawyers')

const named = fc
  .record({ users: fc.uniqueArray(person, { maxLength: 3 }), teams: fc.uniqueArray(team, { maxLength: 2 }) })
  .filter(({ users, teams }) => users.length + teams.length > 0)
const countOutdated = fc.boolean()

const rule: fc.Arbitrary<MergeRule> = fc.oneof(
  fc.record({ rule: fc.constant('require_at_least_one_review' as const), countOutdated }),
  fc.record({
    rule: fc.constant('require_at_least_one_approved_review' as const),
    count: fc.integer({ min: 1, max: 3 }),
    countOutdated,
  }),
  fc.record({
    rule: fc.constantFrom(
      'require_all_reviews_approved' as const,
      'require_up_to_date_change_request' as const,
      'require_change_request_subject' as const,
      'require_change_request_description' as const,
      'require_no_broken_links' as const,
      'require_resolved_comments' as const,
      'require_author_to_merge' as const,
    ),
  }),
  fc
    .record({
      rule: fc.constantFrom(
        'require_specific_reviewers' as const,
        'require_one_of_specific_reviewers' as const,
      ),
      countOutdated,
      people: named,
    })
    .map(({ people, ...one }) => ({ ...one, ...people })),
  fc.record({
    rule: fc.constant('require_path_owners' as const),
    owners: fc
      .uniqueArray(fc.record({ pattern: fc.constantFrom('/**', '/guides/**', '/api/*'), people: named }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ pattern }) => pattern,
      })
      .map((owners) => owners.map(({ pattern, people }) => ({ pattern, ...people }))),
    countOutdated,
  }),
  named.map((people) => ({ rule: 'allow_bypass' as const, ...people })),
)

const places = fc
  .array(fc.uniqueArray(rule, { selector: ({ rule: name }) => name, maxLength: 5 }), { maxLength: 4 })
  .map((lists) =>
    lists.map((rules, index): RulesAt => ({ from: { type: 'collection', id: `c${index}` }, rules })),
  )

const state: fc.Arbitrary<RequestState> = fc.record({
  author: fc.option(person, { nil: null }),
  caller: person,
  subject: fc.constantFrom('', ' ', 'Fix a typo'),
  description: fc.constantFrom('', '\n', 'Why'),
  changedPages: fc
    .subarray(['guides', 'guides/start', 'api', 'api/users', 'api/users/list'])
    .map((paths) => paths.map((path) => ({ id: path, title: path, paths: [path] }))),
  brokenLinks: fc.integer({ min: 0, max: 2 }).map((count) => ({ count, fromOtherSpaces: 0, items: [] })),
  isOutdated: fc.boolean(),
  openThreads: fc.integer({ min: 0, max: 2 }),
  reviews: fc.uniqueArray(
    fc
      .record({
        reviewerId: person,
        status: fc.constantFrom('approved' as const, 'changes-requested' as const),
        age: fc.constantFrom('current', 'older', 'asked-again'),
      })
      .map(({ age, ...review }) => ({
        ...review,
        outdated: age !== 'current',
        superseded: age === 'asked-again',
      })),
    { selector: ({ reviewerId }) => reviewerId },
  ),
  members: fc.tuple(fc.subarray([...people]), fc.subarray([...people])).map(
    ([writers, lawyers]) =>
      new Map([
        ['writers', new Set<string>(writers)],
        ['lawyers', new Set<string>(lawyers)],
      ]),
  ),
})

const isBelow = (pattern: string, path: string): boolean => {
  if (pattern === '/**') return true
  return pattern === '/api/*' ? path === 'api/users' : path === 'guides' || path.startsWith('guides/')
}

/** Whether a request meets one rule, said once more in the plainest way. */
function isMet(one: MergeRule, given: RequestState): boolean {
  const inForce = given.reviews.filter((review) =>
    'countOutdated' in one && one.countOutdated ? !review.superseded : !review.outdated,
  )
  const approvers = inForce
    .filter(({ status, reviewerId }) => status === 'approved' && reviewerId !== given.author)
    .map(({ reviewerId }) => reviewerId)
  const inTeam = (name: string) => approvers.some((who) => given.members.get(name)?.has(who))
  if (one.rule === 'require_at_least_one_review')
    return inForce.some(({ reviewerId }) => reviewerId !== given.author)
  if (one.rule === 'require_at_least_one_approved_review') return approvers.length >= (one.count ?? 1)
  if (one.rule === 'require_all_reviews_approved')
    return given.reviews.every(({ status }) => status === 'approved')
  if (one.rule === 'require_up_to_date_change_request') return !given.isOutdated
  if (one.rule === 'require_change_request_subject') return given.subject.trim().length > 0
  if (one.rule === 'require_change_request_description') return given.description.trim().length > 0
  if (one.rule === 'require_no_broken_links') return given.brokenLinks.count === 0
  if (one.rule === 'require_path_owners') {
    const touched = given.changedPages.map(({ id }) => id)
    return one.owners.every(
      ({ pattern, users, teams = [] }) =>
        !touched.some((path) => isBelow(pattern, path)) ||
        users.some((who) => approvers.includes(who)) ||
        teams.some(inTeam),
    )
  }
  if (one.rule === 'require_resolved_comments') return given.openThreads === 0
  if (one.rule === 'require_author_to_merge') return given.caller === given.author
  if (one.rule === 'allow_bypass') return true
  const { users, teams = [] } = one
  return one.rule === 'require_specific_reviewers'
    ? users.every((who) => approvers.includes(who)) && teams.every(inTeam)
    : users.some((who) => approvers.includes(who)) || teams.some(inTeam)
}

const mayBypass = ({ rules }: RulesAt, { caller, members }: RequestState): boolean =>
  rules.some(
    (one) =>
      one.rule === 'allow_bypass' &&
      (one.users.includes(caller) || (one.teams ?? []).some((name) => members.get(name)?.has(caller))),
  )

test('a request meets the rules if it meets each rule of each place, and never otherwise', () => {
  fc.assert(
    fc.property(places, state, (levels, given) => {
      const results = evaluateRules(levels, given)
      const isAllowed = levels.every(({ rules }) => rules.every((one) => isMet(one, given)))
      expect(results.every((one) => one.isMet)).toBe(isAllowed)
    }),
    { numRuns: 3000, seed: 16 },
  )
})

test('no rule waits for the author, who can’t approve', () => {
  fc.assert(
    fc.property(places, state, (levels, given) => {
      const awaited = evaluateRules(levels, given).flatMap(({ waitingFor }) => waitingFor?.users ?? [])
      expect(awaited).not.toContain(given.author)
    }),
    { numRuns: 1000, seed: 18 },
  )
})

test('rules are bypassed only by people whom each place with a rule that is not met allows to', () => {
  fc.assert(
    fc.property(places, state, (levels, given) => {
      const missing = evaluateRules(levels, given).filter((one) => !one.isMet)
      const failing = levels.filter(({ rules }) => rules.some((one) => !isMet(one, given)))
      const isAllowed = missing.every(({ canBypass }) => canBypass)
      // Stricter where a place that is met has the same rule, never more lenient.
      if (isAllowed) expect(failing.every((level) => mayBypass(level, given))).toBe(true)
      if (failing.length > 0 && levels.every((level) => mayBypass(level, given))) expect(isAllowed).toBe(true)
    }),
    { numRuns: 3000, seed: 17 },
  )
})

test('the same rule of two places is one result with the larger count', () => {
  const approvals = (count: number): MergeRule => ({ rule: 'require_at_least_one_approved_review', count })
  const results = evaluateRules(
    [
      { from: { type: 'organization', id: 'o' }, rules: [approvals(2)] },
      { from: { type: 'space', id: 's' }, rules: [approvals(1)] },
    ],
    {
      author: 'ada',
      caller: 'ada',
      subject: '',
      description: '',
      changedPages: [],
      brokenLinks: { count: 0, fromOtherSpaces: 0, items: [] },
      isOutdated: false,
      openThreads: 0,
      reviews: [{ reviewerId: 'ben', status: 'approved', outdated: false, superseded: false }],
      members: new Map(),
    },
  )
  expect(results).toEqual([
    {
      rule: approvals(2),
      from: [
        { type: 'organization', id: 'o' },
        { type: 'space', id: 's' },
      ],
      isMet: false,
      canBypass: false,
      approvals: 1,
    },
  ])
})
