/** An application for the slices of Spring Boot's tests, whose annotations have a package on each line of Spring Boot. */
@NullMarked
package apps.sliced;

import org.jspecify.annotations.NullMarked;
