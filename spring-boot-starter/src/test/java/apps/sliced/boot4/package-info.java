/** Slices as Spring Boot 4 has them; the other line does not compile this package. */
@NullMarked
package apps.sliced.boot4;

import org.jspecify.annotations.NullMarked;
