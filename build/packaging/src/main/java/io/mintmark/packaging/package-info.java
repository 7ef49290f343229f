/** The files of a release beside the jar: completions, manual pages, notices and checksums. */
@NullMarked
package io.mintmark.packaging;

import org.jspecify.annotations.NullMarked;
