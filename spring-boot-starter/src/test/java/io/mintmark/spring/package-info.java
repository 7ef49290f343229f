/** Compiled and run twice: here with Spring Boot 3.5, and from the module {@code spring-boot-4} with 4. */
@NullMarked
package io.mintmark.spring;

import org.jspecify.annotations.NullMarked;
