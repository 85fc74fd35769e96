/** What a page asks of the frame that draws its diagrams. */
export type DiagramQuestion = { readonly id: number; readonly text: string; readonly isDark: boolean }

/** A picture, or nothing for a text that is no diagram. The frame says 0 when it is ready. */
export type DiagramAnswer = {
  readonly id: number
  readonly svg?: string
  readonly width?: number
  readonly height?: number
  /** What the text itself says it shows. */
  readonly name?: string
}
