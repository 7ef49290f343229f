package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Requests as the clients for .NET, Go and PHP send them; each scenario shows as a test of its own, once an encoding. */
final class ReplayTest {
    private static MintmarkServer server;
    private int databases;

    @BeforeAll
    static void start(@TempDir Path data) {
        server = MintmarkServer.start(ServerSettings.builder(data).port(0).build());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerWhatTheClientForDotnetSends() throws IOException {
        return tests(Replay.read("dotnet.json"));
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerWhatTheClientForGoSends() throws IOException {
        return tests(Replay.read("go.json"));
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerWhatTheClientForPhpSends() throws IOException {
        return tests(Replay.read("php.json"));
    }

    /** Returns the encodings to replay: in the short form the first, which the client prefers. */
    private static List<String> encodings(Replay replay) {
        List<String> encodings = new ArrayList<>();
        replay.client().path("encodings").forEach(encoding -> encodings.add(encoding.asText()));
        return encodings.subList(0, Effort.of("encodings of replays", 1, encodings.size()));
    }

    private Stream<DynamicTest> tests(Replay replay) {
        String client = replay.client().path("client").asText();
        List<String> encodings = encodings(replay);
        List<DynamicTest> tests = new ArrayList<>();
        List<Suite.Outcome> outcomes = new ArrayList<>();
        for (JsonNode scenario : replay.client().path("scenarios")) {
            String name = scenario.path("name").asText();
            outcomes.add(new Suite.Outcome(name, Optional.empty()));
            for (String encoding : encodings) {
                String database = "replay" + client.replace(".", "-") + ++databases;
                tests.add(dynamicTest(
                        name + ", " + encoding, () -> replay.run(scenario, encoding, server.url(), database)));
            }
        }
        assertThat(tests).isNotEmpty();
        tests.add(Suite.documentation(client, "replayed", outcomes));
        return tests.stream();
    }
}
