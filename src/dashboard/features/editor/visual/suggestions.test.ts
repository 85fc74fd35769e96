// @vitest-environment jsdom
import { baseKeymap } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import { EditorState, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { afterEach, expect, test } from 'vitest'
import { schema } from './schema.ts'
import { handleWaitingKeys, isSameSuggestion, type Suggestion, suggestions } from './suggestions.ts'

let view: EditorView | undefined

// The editor asks for it on a press; jsdom has no layout.
document.elementFromPoint = () => null

afterEach(() => {
  view?.destroy()
  document.body.replaceChildren()
})

/** An editor whose menu picks what was found, once it is told, and handles no key if that is nothing. */
function anEditor() {
  let suggestion: Suggestion | null = null
  let shown: Suggestion | null = null
  let found = ''
  const created = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      schema,
      plugins: [
        suggestions(() => ({
          onChange: (next) => {
            suggestion = next
          },
          onKey: (key, current) => {
            if (key !== 'Enter' && key !== 'Tab') return false
            if (!isSameSuggestion(current, shown)) return 'behind'
            if (found === '') return false
            created.dispatch(created.state.tr.insertText(found, current.from, current.to))
            return true
          },
        })),
        keymap(baseKeymap),
      ],
    }),
    attributes: { tabindex: '0' },
    // Needs a layout.
    handleScrollToSelection: () => true,
  })
  view = created
  created.dispatch(created.state.tr.setSelection(TextSelection.create(created.state.doc, 1)))
  created.focus()
  const press = (key: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    created.dom.dispatchEvent(event)
    // As the browser does.
    if (!event.defaultPrevented && key.length === 1 && !event.ctrlKey)
      created.dispatch(created.state.tr.insertText(key))
    return event.defaultPrevented
  }
  return {
    press,
    type: (text: string) => {
      for (const key of text) press(key)
    },
    /** The menu shows what is typed. */
    show: (title: string) => {
      shown = suggestion
      found = title
      handleWaitingKeys(created)
    },
    dom: created.dom,
    blocks: () => created.state.doc.children.map(({ textContent }) => textContent),
  }
}

test.each(['Enter', 'Tab'])('%s waits until the menu shows what is typed, and picks then', (key) => {
  const editor = anEditor()
  editor.type('See [[torq')
  expect(editor.press(key)).toBe(true)
  expect(editor.blocks()).toEqual(['See [[torq'])
  editor.show('Torque values')
  expect(editor.blocks()).toEqual(['See Torque values'])
  editor.show('Torque values')
  expect(editor.blocks()).toEqual(['See Torque values'])
})

test('text that is typed after Enter follows what is picked', () => {
  const editor = anEditor()
  editor.type('See [[torq')
  editor.press('Enter')
  editor.type(' for M8.')
  editor.press('Enter')
  editor.type('Then')
  editor.show('Torque values')
  expect(editor.blocks()).toEqual(['See Torque values for M8.', 'Then'])
})

test('a second menu waits again, with what was typed after it', () => {
  const editor = anEditor()
  editor.type('[[torq')
  editor.press('Enter')
  editor.type(' [[earth')
  editor.press('Enter')
  editor.type('!')
  editor.show('Torque')
  expect(editor.blocks()).toEqual(['Torque [[earth'])
  editor.show('Earthing')
  expect(editor.blocks()).toEqual(['Torque Earthing!'])
})

test('Enter starts a new line if nothing is found, and the text after it is there', () => {
  const editor = anEditor()
  editor.type('See [[nowhere')
  editor.press('Enter')
  editor.type('Next')
  editor.show('')
  expect(editor.blocks()).toEqual(['See [[nowhere', 'Next'])
})

test('a key that would do something else later ends the wait before it', () => {
  const editor = anEditor()
  editor.type('See [[torq')
  editor.press('Enter')
  editor.type('Ne')
  expect(editor.press('Backspace')).toBe(false)
  expect(editor.blocks()).toEqual(['See [[torq', 'Ne'])
  editor.show('Torque values')
  expect(editor.blocks()).toEqual(['See [[torq', 'Ne'])
})

test.each(['mousedown', 'paste', 'blur', 'beforeinput'])('%s ends the wait before it', (name) => {
  const editor = anEditor()
  editor.type('See [[torq')
  editor.press('Enter')
  editor.dom.dispatchEvent(new Event(name))
  expect(editor.blocks()).toEqual(['See [[torq', ''])
})

test('what waits goes on if there is no menu any more', async () => {
  const editor = anEditor()
  editor.type('See [[torq')
  editor.press('Enter')
  editor.type('Next')
  view?.dispatch(view.state.tr.insertText('this', 5, 11))
  await Promise.resolve()
  expect(editor.blocks()).toEqual(['See this', 'Next'])
})

test('Enter with another key, or without a menu, does not wait', () => {
  const editor = anEditor()
  editor.type('See')
  editor.press('Enter')
  editor.type('[[torq')
  editor.press('Enter', { ctrlKey: true })
  editor.type('u')
  expect(editor.blocks()).toEqual(['See', '[[torqu'])
})
