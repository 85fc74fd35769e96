import { afterEach, expect, test, vi } from 'vitest'
import { toast } from '../lib/toast.ts'
import { offerUndo, undoStack } from './undo.ts'

afterEach(() => {
  for (const { id } of toast.shown()) toast.dismiss(id)
  undoStack.clear()
})

test('the latest action is undone first, and its toast goes', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  offerUndo('Renamed “A”', first)
  offerUndo('Moved “B”', second)
  undoStack.undo()
  expect([first, second].map((run) => run.mock.calls.length)).toEqual([0, 1])
  expect(toast.shown().map(({ text }) => text)).toEqual(['Renamed “A”'])
  undoStack.undo()
  expect(first).toHaveBeenCalledOnce()
})

test('an action whose toast is gone can be undone, and a toast says which one it was', () => {
  const run = vi.fn()
  offerUndo('Renamed “A”', run)
  for (const { id } of toast.shown()) toast.dismiss(id)
  undoStack.undo()
  expect(run).toHaveBeenCalledOnce()
  expect(toast.shown().map(({ text }) => text)).toEqual(['Undoing: Renamed “A”'])
  expect(undoStack.entries()).toEqual([])
})

test('an action that was undone by its toast is not undone again', () => {
  const run = vi.fn()
  offerUndo('Renamed “A”', run)
  toast.shown()[0]?.action?.run()
  undoStack.undo()
  expect(run).toHaveBeenCalledOnce()
})

test('the latest 20 actions can be undone', () => {
  for (let at = 0; at < 25; at++) offerUndo(`Moved “${at}”`, () => undefined)
  expect(
    undoStack
      .entries()
      .map(({ message }) => message)
      .at(0),
  ).toBe('Moved “5”')
  expect(undoStack.entries()).toHaveLength(20)
})
