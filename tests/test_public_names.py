"""The names that other code may rely on: a change here is a change of the contract."""

import importlib

import pytest

PUBLIC = {
    "jupyter_assistant.agent": """
        Run RunRequest Runner
    """,
    "jupyter_assistant.conversation": """
        AnyPart CallDecided CallReport CitationFound CitationPart Cleared DecidedBy
        Decision Effect EndReason Fallback FilePart ImagePart Info InfoPart
        InvalidCallReport Message MessageAdded OpaquePart Origin PendingCall
        ProviderTool ReasoningDelta ReasoningPart ReplyRecord Retrying Role RunDone
        RunEvent RunFailed RunPending RunSnapshot RunState Selection StopReason
        StreamEvent TextDelta TextPart ToolCallPart ToolCallProgress ToolRequest
        ToolResult ToolResultPart Turn TurnBuilder TurnDone UnknownPart Usage
        UsageReport args_digest args_from_text args_object args_text calls_of compact
        context_of decode_event decode_message encode from_builtins json_tokens
        message_tokens part_tokens reasoning_of request_tokens shown text_of text_tokens
        wire_schema with_unique_ids
    """,
    "jupyter_assistant.storage": """
        BOUNDS Conversation Limits MemoryHistory Settings SettingsFile ShareValues
        to_json to_markdown
    """,
    "jupyter_assistant.tools": """
        ApprovalRequired Mode Policy Tool ToolContext ToolOutcome Toolbox failed
    """,
}


@pytest.mark.parametrize("package", PUBLIC)
def test_a_package_exports_exactly_these_names(package):
    exported = importlib.import_module(package)
    assert sorted(exported.__all__) == PUBLIC[package].split()
    assert all(hasattr(exported, name) for name in exported.__all__)
