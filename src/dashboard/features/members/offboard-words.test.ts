import { expect, test } from 'vitest'
import { browsersInWords, outcomeInWords, tokensInWords } from './offboard-words.ts'

const nothing = {
  object: 'member-holdings' as const,
  grants: [],
  teams: [],
  sessions: 0,
  tokens: 0,
  organizations: 1,
  lastAdmin: false,
}

test('browsers are signed out with the last organization and are not told beside another one', () => {
  expect(browsersInWords(nothing)).toBe('No browser')
  expect(browsersInWords({ ...nothing, sessions: 2 })).toBe('2 browsers to be signed out')
  expect(browsersInWords({ ...nothing, organizations: 2 })).toContain('They stay signed in')
})

test('tokens go with the last organization and stay with another one', () => {
  expect(tokensInWords(nothing)).toBe('None')
  expect(tokensInWords({ ...nothing, tokens: 2 })).toBe('2 tokens to be revoked')
  expect(tokensInWords({ ...nothing, tokens: 1, organizations: 3 })).toBe(
    '1 token; they stay, since the account is in 2 other organizations too',
  )
})

test('what was done is said, and what was nothing is not', () => {
  const outcome = { grants: 3, teams: 1, sessions: 2, tokens: 0 }
  expect(outcomeInWords(outcome, 'Ruth Oyelaran')).toEqual([
    '3 roles on spaces and collections were handed over to Ruth Oyelaran.',
    '1 place in teams was handed over to Ruth Oyelaran.',
    '2 browsers were signed out.',
  ])
  expect(outcomeInWords({ grants: 1, teams: 0, sessions: 0, tokens: 1 }, undefined)).toEqual([
    '1 role on spaces and collections was revoked.',
    '1 API token was revoked.',
  ])
})
