// A process of its own for each film of a template that is copied for editors: what crashes a codec takes nothing else along.
import { takeOrder } from '@vitrine/untrusted-media/ordered-work'
import { type FilmCopy, type FilmCopyOrder, type FilmCopyProgress, writeFilmCopy } from './preview/film-copy.ts'

takeOrder<FilmCopyOrder, FilmCopyProgress, FilmCopy>(writeFilmCopy)
