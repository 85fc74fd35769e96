import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, page } from '#testing/change-requests.ts'

const app = useTestApp()

test('a text whose limit for search is within a character is saved and found', async () => {
  const space = await aSpaceIn(app)
  // The first section also contains the line break after the description, so both parities are tried.
  for (const start of ['', 'a']) {
    const text = `findable ${start}${'😀'.repeat(60_000)}`
    await space.edit([page(`Emoji ${start}`, text)])
  }
  expect((await space.tree()).length).toBe(2)
})
