// The files of the typefaces of a page of which nothing is known: every page loads this, so it names no others.
import headlineFont from './fraunces-headline.woff2?url'
import textFont from './inter-latin.woff2?url'

export const firstPreloads = [textFont, headlineFont]
