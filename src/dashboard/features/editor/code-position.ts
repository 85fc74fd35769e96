import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

/** Whether the position is inside a code block, inline code or a comment. */
export const isInCode = (state: EditorState, at: number): boolean =>
  isWithin(state, at, ['FencedCode', 'InlineCode', 'CommentBlock'])

/** Whether the position is inside a code block. */
export const isInListing = (state: EditorState, at: number): boolean => isWithin(state, at, ['FencedCode'])

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

function isWithin(state: EditorState, at: number, names: readonly string[]): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1); node; node = node.parent) {
    if (names.includes(node.name)) return true
  }
  return false
}
