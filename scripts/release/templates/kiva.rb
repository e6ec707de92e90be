# Made by scripts/release/make.mjs for each release. Do not edit.
class Kiva < Formula
  desc "@description@"
  homepage "@homepage@"
  version "@version@"
  license "@license@"

  on_macos do
    on_arm do
      url "@releases@/@version@/kiva-@version@-darwin-arm64.tar.gz"
      sha256 "@sha256:kiva-@version@-darwin-arm64.tar.gz@"
    end
    on_intel do
      url "@releases@/@version@/kiva-@version@-darwin-x64.tar.gz"
      sha256 "@sha256:kiva-@version@-darwin-x64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@releases@/@version@/kiva-@version@-linux-arm64.tar.gz"
      sha256 "@sha256:kiva-@version@-linux-arm64.tar.gz@"
    end
    on_intel do
      url "@releases@/@version@/kiva-@version@-linux-x64.tar.gz"
      sha256 "@sha256:kiva-@version@-linux-x64.tar.gz@"
    end
  end

  def install
    bin.install "bin/kiva"
    man1.install Dir["share/man/man1/*"]
    man7.install Dir["share/man/man7/*"]
    bash_completion.install "share/bash-completion/completions/kiva"
    zsh_completion.install "share/zsh/site-functions/_kiva"
    fish_completion.install "share/fish/vendor_completions.d/kiva.fish"
    doc.install Dir["share/doc/kiva/*"]
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/kiva --version").strip
    assert_match "\"id\"", shell_output("#{bin}/kiva --sandbox loans newest --limit 1 --output json")
  end
end
