/** Tests of who holds which number. */
@NullMarked
package io.mintmark.storage.lease;

import org.jspecify.annotations.NullMarked;
