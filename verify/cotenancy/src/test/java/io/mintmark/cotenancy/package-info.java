/** Each test that is tagged {@code hibernate} runs against both lines of Hibernate, see the module's pom. */
@NullMarked
package io.mintmark.cotenancy;

import org.jspecify.annotations.NullMarked;
