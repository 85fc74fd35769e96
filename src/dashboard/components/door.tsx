import type { ReactNode } from 'react'
import { productVersion } from '../lib/version.ts'
import { Glyph } from './ui/icon.tsx'

/** The page in front of the door: the mark above, one column, the address of the service below. */
export const Door = ({ children }: { children: ReactNode }) => (
  <main className="si">
    <div className="si-top">
      <p className="brand">
        <Glyph />
        Lectern
      </p>
    </div>
    <div className="si-form">{children}</div>
    <footer className="si-foot">
      <span>{location.host}</span>
      <span className="wide">Lectern {productVersion}</span>
    </footer>
  </main>
)
