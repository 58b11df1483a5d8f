export const say = (line = '') => void process.stdout.write(`${line}\n`)
