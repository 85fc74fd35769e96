import { expect, test } from 'vitest'
import { previewNotice } from './preview-notice.ts'

const plan = { steps: 4, obstacles: 0 }
const changeRequest = { number: 3, subject: 'Better words' }

test.each([
  [{ isPublished: true }, 'Preview. The site is published.'],
  [{ isPublished: false, claims: {} }, 'Preview as a visitor without claims. The site isn’t published.'],
  [
    { isPublished: true, plan, claims: { beta: true } },
    'Preview of the plan (4 changes) as a visitor with the claims {"beta":true}. Visitors see the site like this once the plan is published.',
  ],
  [
    { isPublished: true, plan: { steps: 4, obstacles: 1 } },
    'Preview of the plan (4 changes). One of them can no longer be applied and is left out.',
  ],
  [
    { isPublished: true, plan: { steps: 4, obstacles: 3 } },
    'Preview of the plan (4 changes). 3 of them can no longer be applied and are left out.',
  ],
  [
    { isPublished: true, plan: { steps: 1, obstacles: 1 } },
    'Preview of the plan (1 change). None of its changes can be applied, so this is the current site.',
  ],
  [
    { isPublished: true, plan: { steps: 0, obstacles: 0 } },
    'Preview. The plan is empty: this is the current site. The site is published.',
  ],
  [
    { isPublished: true, plan, changeRequest },
    'Preview of the plan (4 changes) and change request #3 “Better words”. Visitors see the site like this once the plan is published. Search only finds published content.',
  ],
])('describes the preview: %j', (shown, said) => {
  expect(previewNotice(shown)).toBe(said)
})
