// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { pageIndexOf } from '../page-text/page-index.ts'
import { PageDiff } from './page-diff.tsx'

const side = (markdown: string) => ({
  title: 'Page',
  markdown,
  place: { spaceId: 's', path: '', index: pageIndexOf([]), files: new Map() },
})

async function shown(before: string, after: string) {
  const route = createRootRoute({
    component: () => <PageDiff before={side(before)} after={side(after)} isSides={false} />,
  })
  const router = createRouter({ routeTree: route, history: createMemoryHistory() })
  const { container } = render(<RouterProvider router={router} />)
  await screen.findAllByRole('article')
  return container
}

afterEach(cleanup)

test('a picture that was replaced is shown before and after', async () => {
  const page = await shown('![Old](https://a.example/1.png)\n', '![Old](https://a.example/2.png)\n')
  const sources = (look: string) =>
    [...page.querySelectorAll(`.${look} img`)].map((one) => one.getAttribute('src'))
  expect(sources('is-del')).toEqual(['https://a.example/1.png'])
  expect(sources('is-add')).toEqual(['https://a.example/2.png'])
})

test('blocks far from a change are folded', async () => {
  const blocks = Array.from({ length: 20 }, (_, at) => `Block ${at}.`)
  const page = await shown(blocks.join('\n\n'), blocks.with(0, 'Other words.').join('\n\n'))
  expect(page.textContent).toContain('17 unchanged blocks')
  expect(page.textContent).not.toContain('Block 12.')
})
