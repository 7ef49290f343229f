/**
 * Power cuts and failing disks, made by {@code verify/lab/power-cuts}.
 *
 * <p>The real engine works in a JVM whose file operations are journalled one by one. From the journal come the
 * directories that a power cut may have left at any moment, and the real engine opens each of them. The same watcher
 * fails the first operation, the second, the third.
 */
@NullMarked
package io.mintmark.lab.cuts;

import org.jspecify.annotations.NullMarked;
