import { Fullscreen, PanelRight, SquareSquare } from 'lucide-react'

/** Next to the list, over it, or in full screen. */
export const peekModes = ['side', 'modal', 'full'] as const
export type PeekMode = (typeof peekModes)[number]

export const peekModeIcons = { side: PanelRight, modal: SquareSquare, full: Fullscreen }
