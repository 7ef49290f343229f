/** Mintmark in Spring Boot: counters by configuration, ids for JPA and Spring Data JDBC, health and metrics. */
@NullMarked
package io.mintmark.spring;

import org.jspecify.annotations.NullMarked;
