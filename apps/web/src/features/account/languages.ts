/** Those that have a catalogue in `locales/`, by the name they give themselves. */
export const languages = [{ value: 'en', label: 'English' }]
