const names = ['alpenglow', 'basalt', 'fjord', 'glacier', 'heath', 'lagoon', 'moraine', 'scree']

/** Pictures the web application brings along. */
export const builtInCovers: readonly string[] = names.map((name) => `/covers/${name}.svg`)
