/** A disk that remembers which bytes no sync covered, and the directories that a power cut may leave of them. */
@NullMarked
package io.mintmark.lab.cuts.disk;

import org.jspecify.annotations.NullMarked;
