import { expect, test } from 'vitest'
import type { SiteFinding } from '#contract/site-checks.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { conditionIssues, findingIssue } from './site-findings.tsx'

const params = { organizationId: 'org', siteId: 'site' }
const at = { siteSpace: 'a', space: 'space', title: 'Guide' }

test('each finding is described, with a link to where it is fixed', () => {
  const findings: SiteFinding[] = [
    { kind: 'no-space' },
    { kind: 'no-fallback' },
    {
      kind: 'conditional-content',
      count: 5,
      pages: ['A', 'B', 'C', 'D', 'E'].map((title) => ({ space: 's', page: title, title })),
      parts: 1,
    },
    { kind: 'conditional-content', count: 0, pages: [], parts: 2 },
    { kind: 'empty-space', ...at, default: true },
    { kind: 'broken-links', ...at, count: 1 },
    { kind: 'dashboard-links', ...at, count: 2 },
    { kind: 'hidden-pages', ...at, count: 7, paths: ['a', 'b', 'c', 'd', 'e'], by: 'b' },
  ]
  const issues = findings.map((finding) => findingIssue(params, finding, (id) => ({ b: 'API' })[id]))
  expect(issues.map(({ text, detail, to }) => [text, detail, to])).toEqual([
    ['The site has no spaces', undefined, '/o/org/sites/site/structure'],
    ['Visitors have no sign-in URL', 'Enter the URL of your sign-in page.', '/o/org/sites/site/audience'],
    [
      'Conditional content is hidden from everyone',
      '5 pages have content with conditions: “A”, “B”, “C” and 2 more. So does 1 section, space or link.',
      '/o/org/sites/site/audience',
    ],
    [
      'Conditional content is hidden from everyone',
      '2 sections, spaces or links have conditions.',
      '/o/org/sites/site/audience',
    ],
    ['“Guide” has no pages', 'It’s a default, so readers see it first.', '/s/space'],
    ['1 broken link in “Guide”', undefined, '/s/space/links'],
    [
      '2 links in “Guide” to pages on no public site',
      'Readers get to the dashboard, which they may not have access to.',
      '/s/space/links?show=in-app',
    ],
    [
      '7 pages in “Guide” hidden by “API”, which has the same address',
      '/a, /b, /c, /d, /e and 2 more',
      '/o/org/sites/site/structure',
    ],
  ])
})

test('warnings about a condition name the section or space', () => {
  const structure = {
    type: 'siteSpaces',
    structure: [{ id: 'a', title: 'Partners', condition: 'visitor.claims.plan == "pro"' }],
  } as unknown as SiteStructure
  const [issue] = conditionIssues(params, structure, { type: 'object', properties: {} } as never)
  expect(issue?.text).toBe('Check the condition of “Partners”')
  expect(issue?.detail).toBe('visitor.claims.plan isn’t in the schema.')
})
