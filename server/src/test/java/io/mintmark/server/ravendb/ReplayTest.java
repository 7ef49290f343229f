package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import io.mintmark.testkit.Effort;
import io.mintmark.web.access.Callers;
import io.mintmark.web.tls.TestCertificate;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests as the clients for .NET, Go and PHP send them; each scenario shows as a test of its own, once an encoding.
 *
 * <p>In a class that is marked {@link OverTls} they come over TLS, with the certificate of an operator who is on the access list.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayTest {
    private final HttpClient.Builder http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);

    @AutoClose
    private MintmarkServer server;

    private int databases;

    @BeforeAll
    void start(@TempDir Path data) {
        ServerSettings.Builder settings = ServerSettings.builder(data).port(0);
        if (getClass().isAnnotationPresent(OverTls.class)) {
            TestCertificate shown = TestCertificate.named("server").make();
            settings.tls(TlsSettings.of(shown.writePem(data.resolve("server.pem"))));
            http.sslContext(Callers.withCertificates(data).operator("operator").tlsAs("operator", shown));
        }
        server = MintmarkServer.start(settings.build());
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerWhatTheClientForDotnetSends() throws IOException {
        return tests("dotnet.json");
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerWhatTheClientForGoSends() throws IOException {
        return tests("go.json");
    }

    @TestFactory
    Stream<DynamicTest> shouldAnswerWhatTheClientForPhpSends() throws IOException {
        return tests("php.json");
    }

    /** Returns the encodings to replay: in the short form the first, which the client prefers. */
    private static List<String> encodings(Replay replay) {
        List<String> encodings = new ArrayList<>();
        replay.client().path("encodings").forEach(encoding -> encodings.add(encoding.asText()));
        return encodings.subList(0, Effort.of("encodings of replays", 1, encodings.size()));
    }

    private Stream<DynamicTest> tests(String file) throws IOException {
        Replay replay = Replay.read(file, http.build());
        String client = replay.client().path("client").asText();
        System.out.println("[replayed, not run] the client for " + client + ": "
                + replay.client().path("notRun").asText());
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
