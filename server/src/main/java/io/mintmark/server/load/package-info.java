/** How what is scarce is shared out when there is not enough of it: arithmetic, which knows nothing of what is shared. */
@NullMarked
package io.mintmark.server.load;

import org.jspecify.annotations.NullMarked;
