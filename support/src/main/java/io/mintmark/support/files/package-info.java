/**
 * Files and directories of a data directory as an operating system keeps them: their modes, and their names on the
 * disk.
 */
@NullMarked
package io.mintmark.support.files;

import org.jspecify.annotations.NullMarked;
