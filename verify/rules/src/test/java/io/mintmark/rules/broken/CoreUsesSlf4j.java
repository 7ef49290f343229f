package io.mintmark.rules.broken;

/** Breaks: core uses the JDK only. (ArchUnit stands for any library.) */
final class CoreUsesSlf4j {
    com.tngtech.archunit.ArchConfiguration foreign;
}
