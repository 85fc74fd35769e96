import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { createdBy, page, write } from '#testing/change-requests.ts'
import { twoSpaces } from '#testing/two-spaces.ts'

const app = useTestApp()

/** Pages below earlier ones, with links to any of them; a parent of 0 is the top level. */
const model = fc
  .array(
    fc.record({
      parent: fc.nat(),
      title: fc.constantFrom('Install', 'Use', 'Wiring'),
      links: fc.array(fc.record({ to: fc.nat(), anchor: fc.constantFrom('', '#a', '#b-c') }), {
        maxLength: 3,
      }),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .chain((pages) => fc.record({ pages: fc.constant(pages), moved: fc.nat(pages.length - 1) }))

test('moving any page to another space and back leaves the same tree, addresses and texts', async () => {
  await fc.assert(
    fc.asyncProperty(model, async ({ pages, moved }) => {
      const { guide, archive, move, undo, stored, faults } = await twoSpaces(app)
      await archive.edit([page('Install'), page('Use')])
      const ids: string[] = []
      for (const { parent, title } of pages) {
        const into = ids[(parent % (ids.length + 1)) - 1]
        ids.push(...createdBy(await guide.edit([page(title, '', into)])))
      }
      const link = ({ to, anchor }: { to: number; anchor: string }) =>
        `[link](/pages/${ids[to % ids.length]}${anchor})`
      await guide.edit(
        pages.map(({ links }, index) => write(ids[index] ?? '', `Text\n\n${links.map(link).join(' ')}\n`)),
      )
      const state = async () => [
        await guide.tree(),
        await Promise.all(ids.map((id) => stored(guide.spaceId, id))),
      ]
      const before = await state()
      const result = await move(guide, ids[moved] ?? '', { space: archive.spaceId })
      expect(await faults()).toEqual([])
      await undo(result)
      expect(await state()).toEqual(before)
      expect((await archive.tree()).map(({ title }) => title)).toEqual(['Install', 'Use'])
      expect(await faults()).toEqual([])
    }),
    { numRuns: 12 },
  )
})
