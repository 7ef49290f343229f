/** An application that is prepared ahead of time, as for a native image, and then run. */
@NullMarked
package apps.prepared;

import org.jspecify.annotations.NullMarked;
