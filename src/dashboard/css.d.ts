import 'react'

declare module 'react' {
  /** Our own custom properties: depth of a row, columns of a list. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
