/** Message from a page to the frame that renders diagrams. */
export type DiagramRequest = { readonly id: number; readonly text: string; readonly isDark: boolean }

/** The rendered image, or why a diagram is invalid. The frame sends the id 0 when it is ready. */
export type DiagramResponse = {
  readonly id: number
  readonly svg?: string
  readonly width?: number
  readonly height?: number
  /** The accessible name from the diagram's own title and description. */
  readonly name?: string
  readonly problem?: string
}
