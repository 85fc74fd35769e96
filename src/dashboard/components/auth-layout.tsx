import type { ReactNode } from 'react'
import { productVersion } from '../lib/labels.ts'
import styles from './auth-layout.module.css'
import { Glyph } from './ui/icon.tsx'

/** The layout of pages for people who are not signed in: the logo, one column, and the address of the server. */
export const AuthLayout = ({ children }: { children: ReactNode }) => (
  <main className={styles.root}>
    <div>
      <p className="brand">
        <Glyph />
        Lectern
      </p>
    </div>
    <div className={styles.form}>{children}</div>
    <footer className={styles.foot}>
      <span>{location.host}</span>
      <span className="wide">Lectern {productVersion}</span>
    </footer>
  </main>
)
