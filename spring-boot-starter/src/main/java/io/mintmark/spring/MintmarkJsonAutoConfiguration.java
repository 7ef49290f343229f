package io.mintmark.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Numeric ids in JSON, apart from the counters: tests of a slice that has JSON and no database write what the
 * application writes.
 */
@AutoConfiguration
@Import({Jackson2Configuration.class, Jackson3Configuration.class})
final class MintmarkJsonAutoConfiguration {}
