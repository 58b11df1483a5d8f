import { Fullscreen, PanelRight, SquareSquare } from 'lucide-react'

/** Beside what it was opened from, over it, or in front of everything. */
export const peekModes = ['side', 'modal', 'full'] as const
export type PeekMode = (typeof peekModes)[number]

export const peekModeIcons = { side: PanelRight, modal: SquareSquare, full: Fullscreen }
