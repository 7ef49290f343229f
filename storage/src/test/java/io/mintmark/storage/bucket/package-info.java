/** An engine without transactions: it compares and sets rows of one bucket, and fulfils the contract by that alone. */
@NullMarked
package io.mintmark.storage.bucket;

import org.jspecify.annotations.NullMarked;
