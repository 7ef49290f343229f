/** Shares scarce things out fairly: arithmetic, which knows nothing of what is shared. */
@NullMarked
package io.mintmark.support.load;

import org.jspecify.annotations.NullMarked;
